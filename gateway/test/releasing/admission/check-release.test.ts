import { expect, test } from 'vitest';
import { checkAllowed, isRuleHeader } from '../../../src/releasing/admission/check-release.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';

test.each([
  ['Cache-Control', 'public, max-age=60'],
  ['content-language', 'de'],
  ['x-robots-tag', 'noindex'],
  ['link', '</blog/feed.xml>; rel=alternate; type="application/rss+xml"'],
  ['link', '</a>; rel="next", </b>;rel=prev'],
])('a rule may set %s: %s', (name, value) => {
  expect(isRuleHeader(name, value)).toBe(true);
});

test.each([
  ['set-cookie', 'a=b'],
  ['x-composition', 'a'],
  ['x-accel-redirect', '/private'],
  ['x-forwarded-host', '/docs'],
  ['refresh', '/docs'],
  ['vary', '/docs'],
  ['location', '/docs'],
  ['content-security-policy', ''],
  ['Strict-Transport-Security', ''],
  ['constructor', 'a'],
  ['link', '<https://evil.example/a.js>; rel=modulepreload'],
  ['link', '<//evil.example/a>; rel=preload'],
  ['link', '</\\evil.example/a>; rel=preload'],
  ['link', '</a>; rel=next, <https://evil.example/a>; rel=preload'],
  ['link', '</a>; rel="x, <https://evil.example/a>; rel=preload"'],
  ['link', '</a>; anchor="https://elsewhere.example/?"; rel=next'],
  ['link', 'https://evil.example/a'],
  ['link', ''],
])('a rule may not set %s: %s', (name, value) => {
  expect(isRuleHeader(name, value)).toBe(false);
});

test('a long malformed header is refused without backtracking', () => {
  expect(isRuleHeader('link', `</a>${'; a'.repeat(700)};!`)).toBe(false);
  expect(isRuleHeader('link', '</a>,'.repeat(400))).toBe(false);
});

const { release } = remoteRelease({
  change(draft) {
    draft.routes[0]!.csp = { 'img-src': ['https://a.example'] };
    draft.islands = { Map: { css: [], csp: { 'img-src': ['https://a.example', 'https://b.example'] } } };
  },
});

test.each([
  [
    'each foreign source of pages and islands is refused once',
    false,
    ['docs img-src https://a.example', 'docs img-src https://b.example'],
  ],
  ['allowed foreign sources pass', true, []],
])('%s', (_, allowed, entries) => {
  const findings = checkAllowed(release, {
    allowsSource: () => allowed,
    developmentBuilds: false,
    clientBytes: 1_000_000,
  });
  expect(findings.map(({ fix }) => / FOREIGN_SOURCES: (.*)$/.exec(fix)?.[1])).toEqual(entries);
});

test('files for browsers that no route names are limited in total, as the operator sets', () => {
  const large = { 'client/video.0123456789.webm': { sha256: '0'.repeat(64), bytes: 33_000_000 } };
  const operator = { allowsSource: () => true, developmentBuilds: false };
  const files = { ...release.files, ...large };
  const codes = (clientBytes: number) =>
    checkAllowed({ ...release, files }, { ...operator, clientBytes }).map(({ code }) => code);
  expect([codes(33_000_000), codes(40_000_000)]).toEqual([['ADMISSION_CLIENT_SIZE'], []]);
});
