import { describe, expect, test } from 'vitest';
import { renderKeys, type RenderSubject } from '../../../src/serving/render/render-key.ts';
import { composed } from '../../fixtures/composed.ts';
import { siteConfig } from '../../fixtures/site-config.ts';
import { type FixtureRelease, remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';

const code = 'module.exports = { pages: {}, islands: {}, guards: {} };';
const shell = (server: string, scope?: string): FixtureRelease => {
  const fixture = shellRelease({ server });
  if (scope !== undefined)
    fixture.release.files['server/shared.json'] = { sha256: sha256(scope), bytes: scope.length };
  return fixture;
};
const docs = (server = code, data = '{}') => remoteRelease({ server, data: { 'posts.json': data } });
const SUBJECTS = {
  fragment: { kind: 'fragment', app: 'docs', routeId: 'docs.home', path: '/docs', search: '' },
  island: { kind: 'island', app: 'docs', name: 'Latest', props: {} },
  paths: { kind: 'paths', app: 'docs', routeId: 'docs.home' },
  resource: { kind: 'resource', app: 'docs', path: '/docs/feed.xml', search: '' },
  frame: { kind: 'frame', navigation: '/docs' },
  screen: { kind: 'error-screen', variant: 'error' },
  'fragment of the shell': { kind: 'fragment', app: 'shell', routeId: 'x', path: '/x', search: '' },
} satisfies Record<string, RenderSubject>;
type Name = keyof typeof SUBJECTS;
const names = Object.keys(SUBJECTS) as Name[];

const keyOf = (name: Name, fixtures: FixtureRelease[], site = siteConfig()): string => {
  const { composition, releases } = composed(fixtures, site);
  return renderKeys(composition, releases, sha256)(SUBJECTS[name]);
};
/** @returns the names of subjects whose key differs between the releases. */
const changed = (before: FixtureRelease[], after: FixtureRelease[], site = siteConfig()): Name[] =>
  names.filter((name) => keyOf(name, before) !== keyOf(name, after, site));

describe('the keys that change', () => {
  const before = [shell(code, 'react 19'), docs()];

  test('are none for a deploy of another app', () => {
    expect(changed(before, [...before, remoteRelease({ app: 'news' })])).toEqual([]);
  });

  test('are those of an app for its code', () => {
    const after = [shell(code, 'react 19'), docs(`${code} // new`)];
    expect(changed(before, after)).toEqual(['fragment', 'island', 'paths', 'resource']);
  });

  test('are those of its paths for the data of an app', () => {
    expect(changed(before, [shell(code, 'react 19'), docs(code, '[1]')])).toEqual(['paths']);
  });

  test('are those of the shell for its code', () => {
    const after = [shell(`${code} // new`, 'react 19'), docs()];
    expect(changed(before, after)).toEqual(['frame', 'screen', 'fragment of the shell']);
  });

  test('are those of remotes for the shared scope', () => {
    expect(changed(before, [shell(code, 'react 20'), docs()])).toEqual([
      'fragment',
      'island',
      'paths',
      'resource',
    ]);
  });

  test('are all for a shell without a shared scope', () => {
    expect(changed([shell(code), docs()], [shell(`${code} // new`), docs()])).toEqual(names);
  });

  test('are all for the settings of the site', () => {
    expect(changed(before, before, siteConfig({ name: 'Another' }))).toEqual(names);
  });
});

test.each<[what: string, name: Name, same: boolean]>([
  ['changes the key of the layout', 'frame', false],
  ['does not change the key of a page', 'fragment', true],
  ['does not change the key of the error screen', 'screen', true],
])('a renamed link %s', (_, name, same) => {
  const { composition, releases } = composed([shell(code), docs()]);
  const withLink = (label: string): string => {
    const navigation = { header: [{ place: 'docs', path: '/docs', label }], footer: [] };
    return renderKeys({ ...composition, navigation }, releases, sha256)(SUBJECTS[name]);
  };
  expect(withLink('Docs') === withLink('Manual')).toBe(same);
  expect(withLink('Docs')).toBe(withLink('Docs'));
});

test('the keys of all subjects are different', () => {
  const keys = names.map((name) => keyOf(name, [shell(code), docs()]));
  expect(new Set(keys).size).toBe(names.length);
});

test('the key of an island does not depend on the order of its properties', () => {
  const { composition, releases } = composed([shell(code), docs()]);
  const keyWith = (props: object) =>
    renderKeys(composition, releases, sha256)({ ...SUBJECTS.island, props: { ...props } });
  expect(keyWith({ a: 1, b: 2 })).toBe(keyWith({ b: 2, a: 1 }));
});
