import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { describe, expect, test } from 'vitest';
import {
  inputLookup,
  renderKeys,
  type RenderSubject,
  sharedScope,
} from '../../../src/serving/render/render-key.ts';
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
  resource: { kind: 'resource', app: 'docs', path: '/docs/feed.xml' },
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
/** Names of the subjects whose key another set of releases changes. */
const changed = (before: FixtureRelease[], after: FixtureRelease[], site = siteConfig()): Name[] =>
  names.filter((name) => keyOf(name, before) !== keyOf(name, after, site));

test('the key of every subject is made of its canonical text: what a store has is found by the next gateway', () => {
  const { composition, releases } = composed([shell(code), docs()]);
  const texts: string[] = [];
  const keys = renderKeys(composition, releases, (text) => (texts.push(text), 'x'));
  for (const name of names) keys(SUBJECTS[name]);
  for (const name of names) expect(texts).toContain(`x${canonicalJson(SUBJECTS[name])}`);
});

describe('what is rendered anew', () => {
  const before = [shell(code, 'react 19'), docs()];

  test('nothing, when another app deploys', () => {
    expect(changed(before, [...before, remoteRelease({ app: 'news' })])).toEqual([]);
  });

  test('what an app renders, when its code changes', () => {
    const after = [shell(code, 'react 19'), docs(`${code} // new`)];
    expect(changed(before, after)).toEqual(['fragment', 'island', 'paths', 'resource']);
  });

  test('only the list of its paths, when an app’s data changes: what else read it has recorded that', () => {
    expect(changed(before, [shell(code, 'react 19'), docs(code, '[1]')])).toEqual(['paths']);
  });

  test('what the shell renders, when its code changes but not what remotes render with', () => {
    const after = [shell(`${code} // new`, 'react 19'), docs()];
    expect(changed(before, after)).toEqual(['frame', 'screen', 'fragment of the shell']);
  });

  test('what remotes render, when what they render with changes', () => {
    expect(changed(before, [shell(code, 'react 20'), docs()])).toEqual([
      'fragment',
      'island',
      'paths',
      'resource',
    ]);
  });

  test('everything, when a shell that does not say what it shares changes', () => {
    expect(changed([shell(code), docs()], [shell(`${code} // new`), docs()])).toEqual(names);
  });

  test('everything, when the site’s settings change', () => {
    expect(changed(before, before, siteConfig({ name: 'Another' }))).toEqual(names);
  });
});

test.each<[what: string, name: Name, same: boolean]>([
  ['the layout is rendered anew', 'frame', false],
  ['a page is not', 'fragment', true],
  ['the error screen is not', 'screen', true],
])('when a link is renamed, %s', (_, name, same) => {
  const { composition, releases } = composed([shell(code), docs()]);
  const withLink = (label: string): string => {
    const navigation = { header: [{ place: 'docs', path: '/docs', label }], footer: [] };
    return renderKeys({ ...composition, navigation }, releases, sha256)(SUBJECTS[name]);
  };
  expect(withLink('Docs') === withLink('Manual')).toBe(same);
  expect(withLink('Docs')).toBe(withLink('Docs'));
});

test('no two subjects have the same key', () => {
  const keys = names.map((name) => keyOf(name, [shell(code), docs()]));
  expect(new Set(keys).size).toBe(names.length);
});

test.each([
  ['docs/data/posts.json', sha256('{}')],
  ['docs/data/gone.json', ''],
  ['gone/data/posts.json', ''],
])('the input %s is what the composition has of it', (input, expected) => {
  const { composition, releases } = composed([shell(code), docs()]);
  expect(inputLookup(composition, releases)(input)).toBe(expected);
});

test('the input named composition is the id of the composition', () => {
  const { composition, releases } = composed([shell(code), docs()]);
  expect(inputLookup(composition, releases)('composition')).toBe(composition.id);
});

test('what a shell shares is what it says of it, else its whole bundle', () => {
  const { release } = shellRelease();
  expect(sharedScope({ shell: release })).toBe(release.files[release.server]!.sha256);
  release.files['server/shared.json'] = { sha256: sha256('react 19'), bytes: 8 };
  expect(sharedScope({ shell: release })).toBe(sha256('react 19'));
});
