import { expect, test } from 'vitest';
import { inOrder } from '../../../../src/releasing/admission/hydration/page-order.ts';

const page = (key: string, ...groups: string[]) => ({ key, groups });
const keys = (pages: ReturnType<typeof page>[]): string =>
  inOrder(pages)
    .map(({ key }) => key)
    .join(' ');

test('one page of each app comes first, then one of each expose, then one of each route', () => {
  const pages = [
    page('1', 'docs', './post', 'post'),
    page('2', 'docs', './post', 'post'),
    page('3', 'docs', './post', 'draft'),
    page('4', 'docs', './list', 'list'),
    page('5', 'legal', './terms', 'terms'),
  ];
  expect(keys(pages)).toBe('1 5 4 3 2');
});
test('of pages alike their digest says which comes first, wherever they stand', () => {
  expect(keys([page('c', 'docs', 'x'), page('a', 'docs', 'y'), page('b', 'docs', 'x')])).toBe('a b c');
});
test('the largest release there may be is put in order at once', () => {
  const pages = Array.from({ length: 25_000 }, (_, index) =>
    page(String(index), 'docs', `route ${index % 500}`),
  );
  const routes = inOrder(pages)
    .slice(0, 500)
    .map(({ groups }) => groups[1]);
  expect(new Set(routes).size).toBe(500);
});
