import { describe, expect, test } from 'vitest';
import { matchPage } from '../../../src/serving/pages/page-request.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

const routes = composed([
  shellRelease(),
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs', query: ['tag', 'page'] },
      { id: 'docs.post', path: '/docs/:slug' },
    ],
  }),
]).composition.routes;
const page = (path: string, search = '') => matchPage(routes, path, search);

test('a path without a route has no page', () => {
  expect(page('/gone')).toBeNull();
});

test.each([
  ['/DOCS', '/docs'],
  ['/docs/a%2Fb', '/docs/a%2Fb'],
  ['/docs/%61bc', '/docs/abc'],
  ['/Docs/Été', '/docs/%C3%89t%C3%A9'],
])('%s is known to caches as %s', (given, path) => {
  expect(page(given)?.path).toBe(path);
});

test('parameters keep their case', () => {
  expect(page('/docs/Abc')).toMatchObject({ params: { slug: 'Abc' }, path: '/docs/Abc' });
});

describe('the query that a page is rendered with', () => {
  test.each([
    ['what is not declared is left out', '?tag=a&utm_source=x', '?tag=a'],
    ['the order is the route’s', '?page=2&tag=a', '?tag=a&page=2'],
    ['an empty value is none', '?tag=&page=', ''],
    ['the first of several counts', '?tag=a&tag=b', '?tag=a'],
    ['one that would flood memory is none', `?tag=${'x'.repeat(200)}`, ''],
    ['the longest is kept', `?tag=${'x'.repeat(195)}`, `?tag=${'x'.repeat(195)}`],
  ])('%s', (_, given, search) => {
    expect(page('/docs', given)?.search).toBe(search);
  });

  test('is none for a route that declares none', () => {
    expect(page('/docs/a', '?tag=a')?.search).toBe('');
  });
});
