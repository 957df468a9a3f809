// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { backPath, navigateBack, signInTarget } from '../../../src/react/personal/way-back.ts';
import { installPlatform, type Platform } from '../../../src/react/platform.ts';
import { platformWith } from '../fixtures/in-shell.tsx';

it('writes the whole address of a page into that of the sign-in page, and reads it there', () => {
  const at = signInTarget('/sign-in', { pathname: '/orders', search: '?page=2&a=b', hash: '#last' });
  expect(at).toBe('/sign-in?back=%2Forders%3Fpage%3D2%26a%3Db%23last');
  expect(backPath(at.slice('/sign-in'.length))).toBe('/orders?page=2&a=b#last');
});

it.each([
  '',
  '?other=1',
  '?back=',
  '?back=//evil.example',
  '?back=https:evil.example',
  '?back=/%5Cevil.example',
])('has no way back for %j', (search) => {
  expect(backPath(search)).toBeUndefined();
});

it.each([
  ['?back=%2Forders%3Fpage%3D2', '/orders?page=2'],
  ['?back=%2F%2Fevil.example', '/account'],
  ['', '/account'],
])('with the query %j navigates to %s', async (search, target) => {
  const go = vi.fn<Platform['navigate']>(async () => 'confirmed');
  installPlatform(platformWith({ navigate: go }));
  window.history.replaceState(null, '', `/sign-in${search}`);
  await navigateBack('/account');
  expect(go.mock.calls).toEqual([[target, { replace: true }]]);
});
