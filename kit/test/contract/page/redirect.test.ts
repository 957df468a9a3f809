import { expect, it, vi } from 'vitest';
import type * as Module from '../../../src/contract/page/redirect.ts';
import { isRedirect, redirect } from '../../../src/contract/page/redirect.ts';

it('has the target, the status and whether it may leave the site', () => {
  expect(redirect('/a')).toMatchObject({ to: '/a', status: 307, external: false });
  expect(redirect('https://b.example', 301, { external: true })).toMatchObject({
    status: 301,
    external: true,
  });
});

it.each([200, 300, 304, 404, NaN])('refuses the status %s and names those of redirects', (status) => {
  expect(() => redirect('/a', status)).toThrow(`${status} is not a status of a redirect`);
});

it('is recognised in another copy of the module, and nothing else is', async () => {
  vi.resetModules();
  const other: typeof Module = await import('../../../src/contract/page/redirect.ts');
  expect(isRedirect(other.redirect('/a'))).toBe(true);
  const others = [undefined, null, '/a', { to: '/a', status: 307 }, new Error('Redirect to /a')];
  expect(others.filter(isRedirect)).toEqual([]);
});
