import { expect, test } from 'vitest';
import { triedRequests } from '../../src/pages/tried-requests.ts';

const UNKNOWN = 'a-value-that-nobody-declares';

test('every page is asked for once, and the first with each declared parameter at an unknown value', () => {
  expect(triedRequests({ query: ['tag', 'page no'] }, ['/blog', '/blog/b'])).toEqual([
    { path: '/blog', search: '' },
    { path: '/blog/b', search: '' },
    { path: '/blog', search: `?tag=${UNKNOWN}` },
    { path: '/blog', search: `?page+no=${UNKNOWN}` },
  ]);
});

test('a route without pages is asked for nothing', () => {
  expect(triedRequests({ query: ['tag'] }, [])).toEqual([]);
});
