import { expect, it } from 'vitest';
import { declaredSearch } from '../../../src/contract/routing/declared-search.ts';

it.each([
  ['has the order of the route', '?page=2&tag=a', '?tag=a&page=2'],
  ['excludes parameters that are not declared', '?x=1&tag=a', '?tag=a'],
  ['excludes empty values', '?tag=&page=', ''],
  ['has the first of several values', '?tag=a&tag=b', '?tag=a'],
  ['excludes values over the limit', `?tag=${'x'.repeat(200)}`, ''],
  ['includes the longest value', `?tag=${'x'.repeat(195)}`, `?tag=${'x'.repeat(195)}`],
])('the declared query %s', (_, given, search) => {
  expect(declaredSearch(['tag', 'page'], given)).toBe(search);
});

it('is empty without declared parameters', () => {
  expect(declaredSearch([], '?tag=a')).toBe('');
});
