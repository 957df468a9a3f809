import { expect, test } from 'vitest';
import { createListingLimit } from '../../../src/serving/render/listing-limit.ts';

const list = (addresses: number, characters = 10) =>
  Array.from({ length: addresses }, () => ({ path: '/'.padEnd(characters, 'a') }));
const docs = (id: string) => ({ app: 'docs', id });

test.each([
  ['addresses', list(3, 1), list(2, 1)],
  ['characters', list(1, 30), list(1, 21)],
])('the routes of an app share the limit of %s, and each app has its own', (_, first, second) => {
  const check = createListingLimit({ addresses: 4, characters: 50 });
  check(docs('docs.a'), first);
  // Asked again, the route does not count twice.
  check(docs('docs.a'), first);
  expect(() => check(docs('docs.b'), second)).toThrow(expect.objectContaining({ code: 'GW_RENDER_LISTED' }));
  check({ app: 'blog', id: 'blog.a' }, second);
  // The refused list does not count; the newer list of a route replaces its older one.
  check(docs('docs.a'), list(1, 1));
  check(docs('docs.b'), second);
});
