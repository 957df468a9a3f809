import { expect, test } from 'vitest';
import { createRedirectingPages } from '../../../src/serving/render/redirecting-pages.ts';

test('a page redirects until it is rendered without a redirect, and only a change is one', () => {
  const pages = createRedirectingPages();
  const states = [false, true, true, false].map((redirects) => {
    pages.note('/docs/old', redirects);
    return [pages.has('/docs/old'), pages.version()];
  });
  expect(states).toEqual([
    [false, 0],
    [true, 1],
    [true, 1],
    [false, 2],
  ]);
  expect(pages.has('/docs')).toBe(false);
});
