import { expect, test } from 'vitest';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { compose } from '../../src/compositions/compose.ts';
import { renderKey, type RenderSubject } from '../../src/render/render-key.ts';
import { remoteRelease, sha256, shellRelease } from '../fixtures/fixture-release.ts';
import { siteConfig } from '../fixtures/site-config.ts';

const releases = { shell: shellRelease().release, docs: remoteRelease().release };
const composition = compose(Object.values(releases), siteConfig(), 0, sha256);
const withLink = (label: string): Composition => ({
  ...composition,
  navigation: { header: [{ place: 'docs', path: '/docs', label }], footer: [] },
});
const key = (subject: RenderSubject, of: Composition): string => renderKey(subject, of, releases, sha256);

test.each<[what: string, subject: RenderSubject, same: boolean]>([
  ['the layout is rendered anew', { kind: 'frame', navigation: '/docs#page' }, false],
  ['a page is not', { kind: 'fragment', app: 'docs', routeId: 'docs.home', path: '/docs', search: '' }, true],
  ['the error screen is not', { kind: 'error-screen', variant: 'error' }, true],
])('when a link is renamed, %s', (_, subject, same) => {
  expect(key(subject, withLink('Docs')) === key(subject, withLink('Manual'))).toBe(same);
  expect(key(subject, withLink('Docs'))).toBe(key(subject, withLink('Docs')));
});
