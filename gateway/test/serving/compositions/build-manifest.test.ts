import { type BuildManifest, isCoveredByRules } from '@voltframe/kit/contract/release/build-marker';
import type { Composition, CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { describe, expect, test } from 'vitest';
import { buildManifest } from '../../../src/serving/compositions/client-tables.ts';

const route = (path: string, more: Partial<CompositionRoute> = {}): CompositionRoute =>
  ({ id: path, path, prerender: true, guards: [], ...more }) as CompositionRoute;

/** As compose.ts makes it: a rule for each route that is rendered ahead, and the apps' own. */
function manifestOf(routes: CompositionRoute[], own: Composition['rules'] = {}) {
  const ahead = routes.filter(({ prerender, guards }) => prerender && guards.length === 0);
  const rules = { ...Object.fromEntries(ahead.map(({ path }) => [path, { prerender: true }])), ...own };
  return buildManifest({ id: 'abc', timestamp: 1, routes, rules } as unknown as Composition);
}

const isPrerendered = ({ matcher, prerendered }: BuildManifest, path: string) =>
  prerendered.includes(path) || isCoveredByRules(matcher, path);

describe('the manifest of a build', () => {
  test('names the single pages that are rendered ahead, and covers groups of pages by rules', () => {
    const manifest = manifestOf([
      route('/'),
      route('/blog'),
      route('/blog/:slug'),
      route('/me', { prerender: false }),
    ]);
    expect(manifest.prerendered).toEqual(['/', '/blog']);
    const paths = ['/', '/blog', '/blog/a', '/me', '/other'];
    expect(paths.filter((path) => isPrerendered(manifest, path))).toEqual(['/', '/blog', '/blog/a']);
  });

  test.each<[string, Composition['rules'], prerendered: string[]]>([
    ['that a rule of the app is for', { '/docs/**': { prerender: true } }, []],
    ['that a rule of the app is not for', { '/other/**': { prerender: true } }, ['/docs/intro']],
    ['although the rule of its group says otherwise', { '/docs/**': { prerender: false } }, ['/docs/intro']],
    ['that its own rule takes out', { '/docs/intro': { prerender: false } }, []],
    ['that is not kept', { '/docs/intro': { prerender: true, cache: false } }, []],
    ['that redirects', { '/docs/intro': { prerender: true, redirect: '/' } }, []],
  ])('lists a page %s: %j', (_, own, prerendered) => {
    expect(manifestOf([route('/docs/intro')], own).prerendered).toEqual(prerendered);
  });

  test('lists so many pages and no more: of the others it has the rules', () => {
    const manifest = manifestOf(Array.from({ length: 600 }, (_, page) => route(`/p/${page}`)));
    expect(manifest.prerendered).toHaveLength(500);
    expect(isPrerendered(manifest, '/p/599')).toBe(true);
  });

  test('has the rules that a browser applies, and nothing that is the server’s', () => {
    const old = { redirect: '/docs', headers: { 'x-secret': 'of the server' } };
    const { matcher } = manifestOf([], { '/docs/old': old });
    expect(matcher.static['/docs/old']).toMatchObject({ redirect: '/docs' });
    expect(JSON.stringify(matcher)).not.toContain('of the server');
  });
});
