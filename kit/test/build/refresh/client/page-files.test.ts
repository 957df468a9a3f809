import { expect, it } from 'vitest';
import { createPageFiles, unhashed } from '../../../../src/build/refresh/client/page-files.ts';

const PAGE = '/assets/blog/page.js';
const live = (n: number) => ({ [PAGE]: `/assets/blog/page.000000000${n}.js` });
const built = (n: number) => ({ [PAGE]: `/-/refresh/blog/page.000000000${n}.js` });

it.each([
  ['/-/refresh/blog/page.0123456789.css', '/assets/blog/page.css'],
  ['/assets/blog/pages.blog.list.0123456789.css', '/assets/blog/pages.blog.list.css'],
])('knows what a file is called in the code: %s', (address, url) => {
  expect(unhashed(address)).toBe(url);
});

it('takes what differs from the document, by its name alone', () => {
  const files = createPageFiles(live(1));
  expect(files.take(built(1))).toEqual([]);
  expect(files.take(built(2))).toEqual([PAGE]);
  expect(files.take(built(2))).toEqual([]);
  expect(files.newer()).toEqual(Object.entries(built(2)));
});

it('tells newer files by app', () => {
  const files = createPageFiles({});
  files.take({ ...built(1), '/assets/shell/main.js': '/-/refresh/shell/main.0123456789.js' });
  expect(files.newer('blog')).toEqual(Object.entries(built(1)));
  expect(files.newer()).toHaveLength(2);
});

it('goes back to no older build when that one is live at last', () => {
  const files = createPageFiles(live(1));
  files.note(built(2)); // overtaken before it was taken
  files.take(built(3));
  for (const passed of [1, 2, 3]) expect(files.takeLive(live(passed))).toEqual([]);
  expect(files.newer()).toEqual(Object.entries(built(3)));
  expect(files.takeLive(live(4))).toEqual([PAGE]);
});

it('goes back where a build says so', () => {
  const files = createPageFiles(live(1));
  files.take(built(2));
  expect(files.take(built(1))).toEqual([PAGE]);
});
