import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCoveredByRules, parseLatest, parseManifest } from '../../../src/contract/release/build-marker.ts';
import { buildMatcher } from '../../../src/contract/routing/route-rules.ts';

const matcher = buildMatcher({
  '/blog/**': { prerender: true },
  '/blog/old': { redirect: '/blog' },
  '/blog/live': { prerender: false },
  '/user/:id': { guards: ['a'] },
});
const manifest = { id: 'abc', timestamp: 1, matcher, prerendered: ['/', '/about'] };

describe('parseLatest', () => {
  it('parses the two fields of a marker, and drops others', () => {
    expect(parseLatest({ id: 'abc', timestamp: 1, more: 1 })).toEqual({
      ok: true,
      value: { id: 'abc', timestamp: 1 },
    });
  });

  it.each([
    null,
    '<html>',
    [],
    {},
    { id: 1, timestamp: 1 },
    { id: '', timestamp: 1 },
    { id: 'a' },
    { id: 'a', timestamp: '1' },
    { id: 'a', timestamp: Number.NaN },
  ])('reports %j as malformed', (body) => {
    expect(parseLatest(body)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^malformed build marker/),
    });
  });
});

describe('parseManifest', () => {
  it('parses the manifest of the server', () => {
    expect(parseManifest(JSON.parse(JSON.stringify(manifest)))).toEqual({ ok: true, value: manifest });
  });

  it.each<[name: string, body: unknown]>([
    ['HTML', '<!doctype html>'],
    ['null', null],
    ['no id', { ...manifest, id: undefined }],
    ['no list', { ...manifest, prerendered: undefined }],
    ['a list of numbers', { ...manifest, prerendered: [1] }],
    ['no matcher', { ...manifest, matcher: undefined }],
    ['a matcher without tables', { ...manifest, matcher: {} }],
    ['a matcher with a broken rule', { ...manifest, matcher: { ...matcher, static: { '/': 1 } } }],
    [
      'a redirect that is no text',
      { ...manifest, matcher: { ...matcher, static: { '/': { redirect: 1 } } } },
    ],
    [
      'a redirect without a target',
      { ...manifest, matcher: { ...matcher, static: { '/': { redirect: { status: 301 } } } } },
    ],
    ['a broken inner matcher', { ...manifest, matcher: { ...matcher, dynamic: { '/x': {} } } }],
  ])('reports %s as malformed', (_, body) => {
    expect(parseManifest(body)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^malformed app manifest/),
    });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (body) => typeof parseManifest(body).ok === 'boolean'));
  });
});

describe('isCoveredByRules', () => {
  it.each([
    ['/', false],
    ['/about', false],
    ['/about/', false],
    ['/blog', true],
    ['/blog/x', true],
    ['/Blog/x', true],
    ['/blog/old', false],
    ['/blog/live', false],
    ['/contact', false],
    ['/%zz', false],
  ])('%j: %j', (path, byRules) => {
    expect(isCoveredByRules(matcher, path)).toBe(byRules);
  });
});
