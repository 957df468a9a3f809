import { expect, test } from 'vitest';
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

test('has the declared query in the order of the route', () => {
  expect(page('/docs', '?page=2&x=1&tag=a')?.search).toBe('?tag=a&page=2');
});
