import { expect, it } from 'vitest';
import { upstreamTarget } from '../../../src/contract/page/upstream.ts';

it.each<[string, Parameters<typeof upstreamTarget>[1], string, [string, string][]]>([
  ['/posts', undefined, '/posts', []],
  ['/posts?page=1', undefined, '/posts', [['page', '1']]],
  ['/posts?', undefined, '/posts', []],
  ['/posts?page=1', { page: 2 }, '/posts', [['page', '2']]],
  ['/posts?page=1', { page: undefined }, '/posts', [['page', '1']]],
  [
    '/posts?tag=b&page=1&tag=a',
    { all: true },
    '/posts',
    [
      ['all', 'true'],
      ['page', '1'],
      ['tag', 'b'],
      ['tag', 'a'],
    ],
  ],
  ['/posts?q=a%20b+c', undefined, '/posts', [['q', 'a b c']]],
  ['/posts?q=a?b', undefined, '/posts', [['q', 'a?b']]],
])('reads the target of %s with %j', (asked, query, path, parameters) => {
  expect(upstreamTarget(asked, query)).toEqual({ path, query: parameters });
});
