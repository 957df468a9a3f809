import { expect, test } from 'vitest';
import { concernList } from '../../../../../src/releasing/operations/page/concerns/concern-list.ts';

test('each concern is a line with whose it is, and leads to it; without one there is no list', () => {
  const list = concernList([
    { tone: 'warn', text: 'the site is frozen' },
    { tone: 'bad', app: 'blog', text: 'it fails', href: '/-/apps/blog' },
  ]);
  expect(list).toMatchObject({
    text: expect.stringMatching(/<li class="warn">\s*the site is frozen\s*<\/li>/),
  });
  expect(list).toMatchObject({ text: expect.stringContaining('at blog</span>') });
  expect(concernList([])).toBe(false);
});
