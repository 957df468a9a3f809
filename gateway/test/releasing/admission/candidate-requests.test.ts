import { expect, test } from 'vitest';
import { candidateRequests, longestPath } from '../../../src/releasing/admission/candidate-requests.ts';

const UNKNOWN = 'a-value-that-nobody-declares';

test('every page is requested once, and the first page with an unknown value of each declared parameter', () => {
  expect(candidateRequests({ query: ['tag', 'page no'] }, ['/blog', '/blog/b'])).toEqual([
    { path: '/blog', search: '' },
    { path: '/blog/b', search: '' },
    { path: '/blog', search: `?tag=${UNKNOWN}` },
    { path: '/blog', search: `?page+no=${UNKNOWN}` },
  ]);
});

test('each declared sample is requested, and at most 30 queries', () => {
  const samples = { tag: ['a b', 'c'] };
  expect(candidateRequests({ query: ['tag'], samples }, ['/blog'])).toEqual([
    { path: '/blog', search: '' },
    { path: '/blog', search: `?tag=${UNKNOWN}` },
    { path: '/blog', search: '?tag=a+b', isSample: true },
    { path: '/blog', search: '?tag=c', isSample: true },
  ]);
  const query = Array.from({ length: 50 }, (_, index) => `p${index}`);
  expect(candidateRequests({ query }, ['/blog'])).toHaveLength(31);
});

test('a route without pages has no requests', () => {
  expect(candidateRequests({ query: ['tag'] }, [])).toEqual([]);
});

test.each(['/docs/:slug', '/:a/:b/c/:d', `/${':a/'.repeat(63)}b`])(
  'the longest path of %s is as long as an address may be',
  (pattern) => {
    const path = longestPath(pattern)!;
    expect(path.length).toBeGreaterThan(8_192 - 64);
    expect(path.length).toBeLessThanOrEqual(8_192);
    expect(path.split('/')).toHaveLength(pattern.split('/').length);
  },
);

test('a pattern without parameters has no longest path', () => {
  expect(longestPath('/docs')).toBeUndefined();
});
