import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchRoute, routeShape, sortRoutes } from '../../../src/contract/routing/match-route.ts';

const ROUTES = [
  '/',
  '/about',
  '/blog',
  '/blog/:slug',
  '/blog/archive',
  '/blog/:slug/:part',
  '/blog/:slug/comments',
  '/blog/archive/:year',
  '/:page/edit',
  '/Docs',
].map((path) => ({ id: path, path }));

const MATCHES: [path: string, id: string | null, params?: Record<string, string>][] = [
  ['/', '/'],
  ['', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/ABOUT', '/about'],
  ['/%61bout', '/about'],
  ['/docs', '/Docs'],
  ['/blog', '/blog'],
  ['/blog/a-post', '/blog/:slug', { slug: 'a-post' }],
  ['/Blog/A-Post', '/blog/:slug', { slug: 'A-Post' }],
  ['/blog/caf%C3%A9', '/blog/:slug', { slug: 'café' }],
  ['/blog/a%2Fb', '/blog/:slug', { slug: 'a/b' }],
  ['/blog/archive', '/blog/archive'],
  ['/blog/ARCHIVE', '/blog/archive'],
  ['/blog/x/comments', '/blog/:slug/comments', { slug: 'x' }],
  ['/blog/x/y', '/blog/:slug/:part', { slug: 'x', part: 'y' }],
  ['/blog/archive/2026', '/blog/archive/:year', { year: '2026' }],
  ['/blog/archive/comments', '/blog/archive/:year', { year: 'comments' }],
  ['/blog/edit', '/blog/:slug', { slug: 'edit' }],
  ['/x/edit', '/:page/edit', { page: 'x' }],
  ['/blog/x/y/z', null],
  ['/nothing', null],
  ['/blog/%zz', null],
  ['/about/x', null],
];

describe('matchRoute', () => {
  it.each(MATCHES)('%j → %j', (path, id, params = {}) => {
    const match = matchRoute(ROUTES, path);
    expect(match?.route.id ?? null).toBe(id);
    if (match) expect(match.params).toEqual(params);
  });

  it('is independent of the order of the routes', () => {
    const order = fc.shuffledSubarray(ROUTES, { minLength: ROUTES.length });
    fc.assert(
      fc.property(order, fc.constantFrom(...MATCHES), (routes, [path, id]) => {
        expect(matchRoute(routes, path)?.route.id ?? null).toBe(id);
      }),
    );
  });

  it('finds the first route, in sorted order, that matches the path', () => {
    const segment = fc.constantFrom('a', 'b', 'C', ':x', ':y');
    const pattern = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
    const routesOf = fc
      .array(pattern, { maxLength: 30 })
      .map((paths) => paths.map((path) => ({ id: path, path })));
    const path = fc
      .array(fc.constantFrom('a', 'B', 'c', 'd'), { maxLength: 4 })
      .map((segments) => `/${segments.join('/')}`);
    fc.assert(
      fc.property(routesOf, path, (routes, requested) => {
        const values = requested.toLowerCase().split('/').filter(Boolean);
        const fitting = routes.filter(({ path: tried }) => {
          const segments = tried.toLowerCase().split('/').filter(Boolean);
          return (
            segments.length === values.length &&
            segments.every((part, index) => part.startsWith(':') || part === values[index])
          );
        });
        const [first = null] = sortRoutes(fitting);
        expect(matchRoute(routes, requested)?.route ?? null).toBe(first);
      }),
    );
  });

  it('reads every route once for many requests', () => {
    let read = 0;
    const routes = Array.from({ length: 1_000 }, (_, index) => ({
      id: `${index}`,
      get path() {
        read++;
        return `/group${index % 100}/:slug${index}/page${index}`;
      },
    }));
    expect(matchRoute(routes, '/group7/x/page107')?.route.id).toBe('107');
    const planted = read;
    for (let requested = 0; requested < 100; requested++) matchRoute(routes, `/group7/${requested}/page107`);
    expect(read - planted).toBeLessThan(500);
  });

  it('decodes any encoded parameter', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (slug) => {
        const match = matchRoute(
          [{ id: 'post', path: '/posts/:slug' }],
          `/posts/${encodeURIComponent(slug)}`,
        );
        expect(match?.params).toEqual({ slug });
      }),
    );
  });
});

describe('routeShape', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/A', true],
    ['/a/:x', '/a/:y', true],
    ['/a', '/a/', true],
    ['/a/:x', '/a/b', false],
    ['/a', '/b', false],
    ['/a', '/a/b', false],
    ['/:x/b', '/a/:y', false],
  ])('%j and %j: %j', (a, b, clash) => {
    expect(routeShape(a) === routeShape(b)).toBe(clash);
  });
});

it('sorts static segments before parameters, from the left, and then by name', () => {
  const sorted = ['/', '/a', '/b', '/:a', '/a/b', '/a/:b', '/:a/b', '/:a/:b'];
  const routes = sorted.map((path) => ({ id: path, path }));
  expect(sortRoutes(routes.toReversed())).toEqual(routes);
});
