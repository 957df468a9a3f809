import { expect, test } from 'vitest';
import { createRedirectingPages } from '../../../src/serving/render/redirecting-pages.ts';

test('a page redirects until it is rendered without a redirect', () => {
  const pages = createRedirectingPages();
  const states = [false, true, true, false].map((redirects) => {
    pages.note('/docs/old', redirects);
    return pages.has('/docs/old');
  });
  expect(states).toEqual([false, true, true, false]);
  expect(pages.has('/docs')).toBe(false);
});
