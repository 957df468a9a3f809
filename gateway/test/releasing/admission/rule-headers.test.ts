import { expect, test } from 'vitest';
import { isRuleHeader } from '../../../src/releasing/admission/rule-headers.ts';

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
