import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchRoute } from '../../../src/contract/routing/match-route.ts';
import { buildMatcher, matchRules } from '../../../src/contract/routing/route-rules.ts';
import { normalizePath } from '../../../src/contract/routing/url-path.ts';
import {
  openPrefixes,
  patternIssue,
  type PatternKind,
  patternSegments,
  segmentsOverlap,
  shellOnly,
} from '../../../src/contract/routing/url-pattern.ts';

const KINDS: PatternKind[] = ['route', 'rule', 'resource'];

describe('patternIssue', () => {
  it.each<[PatternKind, string]>([
    ['route', '/'],
    ['route', '/blog/:slug'],
    ['route', '/blog/v1.2/~a_b-c'],
    ['route', '/users/:userId'],
    ['rule', '/'],
    ['rule', '/**'],
    ['rule', '/blog/*/:id/**'],
    ['resource', '/blog/feed.xml'],
    ['segment', '/blog'],
  ])('accepts the %s %s', (kind, pattern) => {
    expect(patternIssue(kind, pattern)).toBeUndefined();
  });

  it.each([
    ['/-/live', '-'],
    ['/api/contact', 'api'],
    ['/assets/blog/a.js', 'assets'],
    ['/builds/latest.json', 'builds'],
    ['/__nuxt_island/a.json', '__nuxt_island'],
    ['/subscribe/confirm', 'subscribe'],
    ['/robots.txt', 'robots.txt'],
    ['/sitemap.xml', 'sitemap.xml'],
    ['/sitemap-2.xml', 'sitemap-2.xml'],
    ['/blog/_payload.json', '_payload.json'],
  ])('reserves %s for the platform because of its segment %s', (pattern, segment) => {
    for (const kind of ['route', 'resource'] as const)
      expect(patternIssue(kind, pattern)).toBe(`its segment "${segment}" is the platform's own`);
    expect(patternIssue('rule', pattern)).toBeUndefined();
  });

  it.each([
    ['/', 'it has no segment'],
    ['/-', 'its segment "-" is the platform\'s own'],
    ['/subscribe', 'its segment "subscribe" is the platform\'s own'],
    ['/api', 'its segment "api" is the platform\'s own'],
    ['/blog/old', 'it is more than the first segment of an address'],
    ['/:any', 'its segment ":any" is none of a segment'],
    ['/*', 'its segment "*" is none of a segment'],
    ['/**', 'its segment "**" is none of a segment'],
  ])('rejects the segment %s: %s', (pattern, reason) => {
    expect(patternIssue('segment', pattern)).toContain(reason);
  });

  it.each<[string, string]>([
    ['/blog/../contact', '".."'],
    ['/blog/./x', '"."'],
    ['/blog/%2e%2e/contact', '"%2e%2e"'],
    ['/blog/%63ontact', '"%63ontact"'],
    ['/blog\\..\\contact', '"blog\\\\..\\\\contact"'],
    ['/blog//contact', '""'],
    ['//evil.example', '""'],
    ['/blog/', '""'],
    ['/Blog', '"Blog"'],
    ['/blog/a b', '"a b"'],
    ['/blog/ü', '"ü"'],
    ['/blog/\u0000', '"\\u0000"'],
    ['/**/x', '"**"'],
    ['/blog/x*', '"x*"'],
    ['/blog/:Slug', '":Slug"'],
  ])('rejects %j as route, rule and resource, and names the segment %s', (pattern, segment) => {
    for (const kind of KINDS) expect(patternIssue(kind, pattern)).toContain(`segment ${segment} `);
  });

  it.each<[PatternKind, string]>([
    ['route', 'blog'],
    ['rule', ''],
    ['resource', '/'],
    ['resource', '/blog/:slug'],
    ['route', '/blog/*'],
    ['route', `/${'x'.repeat(200)}`],
  ])('rejects the %s %j', (kind, pattern) => {
    expect(patternIssue(kind, pattern)).toBeTypeOf('string');
  });

  it('accepts only static patterns that are in canonical form', () => {
    const piece = fc.constantFrom('a', '.', '..', '%', '2e', '\\', '/', 'A', '~', '?', '#', ':a', '*');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const pattern = `/${pieces.join('')}`;
        if (patternIssue('resource', pattern) !== undefined) return;
        expect(normalizePath(pattern)).toBe(pattern);
        expect(new URL(pattern, 'https://a.example').pathname).toBe(pattern);
      }),
    );
  });
});

const patternsOverlap = (a: string, b: string): boolean =>
  segmentsOverlap(patternSegments(a), patternSegments(b));

describe('segmentsOverlap', () => {
  it.each<[string, string, boolean]>([
    ['/', '/', true],
    ['/', '/**', true],
    ['/', '/:x', false],
    ['/blog', '/BLOG', true],
    ['/blog', '/blog/**', true],
    ['/blog/:slug', '/blog/archive', true],
    ['/blog/:slug', '/:a/archive', true],
    ['/blog/:slug', '/blog', false],
    ['/blog/*/x', '/blog/a/y', false],
    ['/blogs', '/blog/**', false],
  ])('%s and %s: %s', (a, b, overlap) => {
    expect(patternsOverlap(a, b)).toBe(overlap);
    expect(patternsOverlap(b, a)).toBe(overlap);
  });

  it('is true wherever both patterns match a path', () => {
    const segment = fc.constantFrom('a', 'b', ':x', '*');
    const rule = fc
      .tuple(fc.array(segment, { maxLength: 3 }), fc.boolean())
      .map(([parts, deep]) => `/${[...parts, ...(deep ? ['**'] : [])].join('/')}`);
    const route = fc
      .array(fc.constantFrom('a', 'b', ':x'), { maxLength: 3 })
      .map((parts) => `/${parts.join('/')}`);
    const path = fc
      .array(fc.constantFrom('a', 'B', 'c'), { maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(rule, route, path, (pattern, other, address) => {
        const ruled =
          matchRules(buildMatcher({ [pattern]: { prerender: true } }), address).prerender === true;
        const routed = matchRoute([{ id: 'a', path: other }], address) !== null;
        if (ruled && routed) expect(patternsOverlap(pattern, other)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

it.each<[PatternKind, string, RegExp | undefined]>([
  ['route', '/', undefined],
  ['route', '/blog/:slug', undefined],
  ['route', '/:page', /first segment open/],
  ['rule', '/*', /first segment open/],
  ['rule', '/**', /first segment open/],
  ['resource', '/blog/feed.xml', undefined],
  ['resource', '/ads.txt', /files at the root/],
  ['resource', '/.well-known/acme-challenge/x', /below \/.well-known/],
  ['rule', '/.well-known/**', /below \/.well-known/],
  ['segment', '/.well-known', /below \/.well-known/],
])('a remote may have the %s %s, unless there is a reason: %s', (kind, pattern, reason) => {
  const found = shellOnly(kind, pattern);
  if (reason) expect(found).toMatch(reason);
  else expect(found).toBeUndefined();
});

it.each([
  ['64 segments', `/a${'/b'.repeat(63)}`, undefined],
  ['65 segments', `/a${'/b'.repeat(64)}`, 'it has more than 64 segments'],
  ['8 open segments', `/a${'/*/:id'.repeat(4)}`, undefined],
  ['9 open segments', `/a${'/*/:id'.repeat(4)}/**`, 'it has more than 8 of :name, * and **'],
])('a rule with %s', (_, pattern, issue) => {
  expect(patternIssue('rule', pattern)).toBe(issue);
});

it('counts each beginning of patterns that ends in an open segment once', () => {
  expect(openPrefixes(['/a', '/a/:id', '/a/:name/b', '/a/*/b/**', '/A/*/c/:part', '/**'])).toBe(4);
});
