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

test.each([
  ['/DOCS', '/docs'],
  ['/docs/a%2Fb', '/docs/a%2Fb'],
  ['/docs/%61bc', '/docs/abc'],
  ['/Docs/Été', '/docs/%C3%89t%C3%A9'],
])('normalises the path %s to %s', (given, path) => {
  expect(page(given)?.path).toBe(path);
});

test('preserves the case of parameters', () => {
  expect(page('/docs/Abc')).toMatchObject({ params: { slug: 'Abc' }, path: '/docs/Abc' });
});

describe('the query of a page', () => {
  test.each([
    ['has the order of the route', '?page=2&tag=a', '?tag=a&page=2'],
    ['excludes empty values', '?tag=&page=', ''],
    ['has the first of several values', '?tag=a&tag=b', '?tag=a'],
    ['excludes values over the limit', `?tag=${'x'.repeat(200)}`, ''],
    ['includes the longest value', `?tag=${'x'.repeat(195)}`, `?tag=${'x'.repeat(195)}`],
  ])('%s', (_, given, search) => {
    expect(page('/docs', given)?.search).toBe(search);
  });

  test('is empty for a route without declared parameters', () => {
    expect(page('/docs/a', '?tag=a')?.search).toBe('');
  });
});
