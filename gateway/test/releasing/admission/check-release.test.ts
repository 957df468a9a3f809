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

test('a long header is refused as fast as it is read', () => {
  expect(isRuleHeader('link', `</a>${'; a'.repeat(700)};!`)).toBe(false);
  expect(isRuleHeader('link', '</a>,'.repeat(400))).toBe(false);
});

const { release } = remoteRelease({
  change(made) {
    made.routes[0]!.csp = { 'img-src': ['https://a.example'] };
    made.islands = { Map: { css: [], csp: { 'img-src': ['https://a.example', 'https://b.example'] } } };
  },
});

test.each([
  [
    'what its pages and islands load is not allowed',
    false,
    ['docs img-src https://a.example', 'docs img-src https://b.example'],
  ],
  ['all of it is', true, []],
])('a new release is told, each source once, when %s', (_, allowed, entries) => {
  const findings = checkAllowed(release, {
    allowsSource: () => allowed,
    developmentBuilds: false,
    takesForms: true,
  });
  expect(findings.map(({ fix }) => / FOREIGN_SOURCES: (.*)$/.exec(fix)?.[1])).toEqual(entries);
});
