import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  buildMatcher,
  clientRules,
  matchRules,
  resolveRedirect,
  withRequestQuery,
  ruleGuards,
} from '../../../src/contract/routing/route-rules.ts';
import type { RouteRule } from '../../../src/contract/routing/route-rules.ts';
import { splitUrl } from '../../../src/contract/routing/url-path.ts';
import { attackText } from '../fixtures/attack-texts.ts';

/** A rule whose header shows that its pattern matched. */
const named = (name: string): RouteRule => ({ headers: { [name]: '1' } });

const NAMED = buildMatcher({
  '/': named('root'),
  '/**': named('all'),
  '/blog/**': named('blog-below'),
  '/blog/old': named('blog-old'),
  '/blog/:slug': named('blog-slug'),
  '/user/:id': named('user'),
  '/user/:id/**': named('user-below'),
  '/a/*/c': named('a-c'),
  '/Upper/**': named('upper'),
  '/caf%C3%A9': named('cafe'),
});

/** @returns a pattern with eight open segments at places that the bits of the index choose. */
function openSegments(index: number): string {
  const segments = Array.from({ length: 32 }, () => 'a');
  for (let bit = 0; bit < 8; bit++) segments[bit * 3 + ((index >> bit) & 1)] = '*';
  return `/${segments.join('/')}/**`;
}

/** @returns the result of a function, and the number of its lookups in maps. */
function countSteps<Result>(run: () => Result): { steps: number; result: Result } {
  const lookups = vi.spyOn(Map.prototype, 'get');
  try {
    const result = run();
    return { steps: lookups.mock.calls.length, result };
  } finally {
    lookups.mockRestore();
  }
}

describe('matchRules', () => {
  it.each<[path: string, rules: string[]]>([
    ['/', ['all', 'root']],
    ['/x', ['all']],
    ['/blog', ['all', 'blog-below']],
    ['/blog/', ['all', 'blog-below']],
    ['/blog/x', ['all', 'blog-below', 'blog-slug']],
    ['/blog/old', ['all', 'blog-below', 'blog-slug', 'blog-old']],
    ['/Blog/OLD', ['all', 'blog-below', 'blog-slug', 'blog-old']],
    ['/%62log/ol%64', ['all', 'blog-below', 'blog-slug', 'blog-old']],
    ['/blog/x/y', ['all', 'blog-below']],
    ['/blogs', ['all']],
    ['/user', ['all']],
    ['/user/1', ['all', 'user-below', 'user']],
    ['/user/1/z', ['all', 'user-below']],
    ['/a/b/c', ['all', 'a-c']],
    ['/a/b/d', ['all']],
    ['/a/b', ['all']],
    ['/upper/x', ['all', 'upper']],
    ['/café', ['all', 'cafe']],
    ['/CAF%c3%89', ['all', 'cafe']],
    ['/blog//old', ['all', 'blog-below', 'blog-slug', 'blog-old']],
    ['/__proto__', ['all']],
    ['/%2e%2e/x', []],
  ])('%j gets %j', (path, rules) => {
    expect(Object.keys(matchRules(NAMED, path).headers ?? {})).toEqual(rules);
  });

  it('builds the structure of the manifest', () => {
    const rule = { prerender: true };
    const rules = {
      '/': rule,
      '/blog/**': rule,
      '/blog/old': rule,
      '/user/:id': rule,
      '/a/*/c': rule,
      '/**': rule,
    };
    expect(buildMatcher(rules)).toEqual({
      static: { '/': rule, '/blog/old': rule },
      wildcard: { '/blog': rule, '': rule },
      dynamic: {
        '/user': { static: { '/': rule }, wildcard: {}, dynamic: {} },
        '/a': { static: { '/c': rule }, wildcard: {}, dynamic: {} },
      },
    });
  });

  it('prefers the most specific rule for each key, and merges guards and headers', () => {
    const matcher = buildMatcher({
      '/**': {
        prerender: true,
        cache: { maxAge: 60 },
        headers: { 'X-A': '1', 'X-B': '1' },
        guards: ['a', 'b'],
      },
      '/x/**': { cache: false, headers: { 'x-b': '2' }, guards: { b: false, c: true } },
    });
    expect(matchRules(matcher, '/x/y')).toEqual({
      prerender: true,
      cache: false,
      headers: { 'x-a': '1', 'x-b': '2' },
      guards: { a: true, b: false, c: true },
    });
  });

  it('compares a path by its segments, however many rules there are', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `/page${index}`);
    const rules = names.flatMap((name) => [
      [`${name}/**`, { cache: false as const }],
      [`${name}/:id`, { prerender: true }],
    ]);
    const matcher = buildMatcher(Object.fromEntries(rules) as Record<string, RouteRule>);
    matchRules(matcher, '/');
    const { steps, result } = countSteps(() => matchRules(matcher, '/page7/x'));
    expect(result).toEqual({ cache: false, prerender: true });
    expect(steps).toBeLessThan(10);
  });

  it.each<[rules: string, pattern: (index: number) => string]>([
    ['one open segment each', (index) => `/a/${'a/'.repeat(index % 60)}*/**`],
    ['eight open segments each', openSegments],
  ])('compares a path of 64 segments once with each of 500 rules: %s', (_, pattern) => {
    const patterns = Array.from({ length: 500 }, (__, index) => pattern(index));
    const matcher = buildMatcher(Object.fromEntries(patterns.map((one, n) => [one, named(`x-${n}`)])));
    const path = '/a'.repeat(64);
    matchRules(matcher, '/');
    const { steps, result } = countSteps(() => matchRules(matcher, path));
    expect(Object.keys(result.headers ?? {}).length).toBeGreaterThan(50);
    expect(steps).toBeLessThanOrEqual(500 * 64);
  });

  it('finds no rule for a path of more than 64 segments', () => {
    const matcher = buildMatcher({ '/**': named('all') });
    expect(matchRules(matcher, '/a'.repeat(64)).headers).toEqual({ all: '1' });
    expect(matchRules(matcher, '/a'.repeat(65))).toEqual({});
  });

  it('ignores names of Object.prototype', () => {
    const matcher = buildMatcher({ '/a': { prerender: true } });
    for (const path of ['/constructor', '/__proto__/x', '/toString/valueOf'])
      expect(matchRules(matcher, path)).toEqual({});
  });

  it('merges rules with patterns of the same folded form', () => {
    const matcher = buildMatcher({ '/About': { prerender: true }, '/about/': { cache: false } });
    expect(matchRules(matcher, '/ABOUT')).toEqual({ prerender: true, cache: false });
  });

  it('splits guards into added and removed', () => {
    expect(ruleGuards({ guards: { a: true, b: false } })).toEqual({ add: ['a'], remove: ['b'] });
    expect(ruleGuards({ guards: ['a', 'b'] })).toEqual({ add: ['a', 'b'], remove: [] });
    expect(ruleGuards({})).toEqual({ add: [], remove: [] });
  });
});

const REDIRECTS: Record<string, RouteRule> = {
  '/old': { redirect: '/new' },
  '/gone': { redirect: { to: '/new', status: 301 } },
  '/odd': { redirect: { to: '/new', status: 200 } },
  '/old-blog/**': { redirect: '/blog/**' },
  '/old-blog/special': { redirect: '/special' },
  '/fixed/**': { redirect: '/new' },
  '/loop/**': { redirect: '/loop' },
  '/grow/**': { redirect: '/grow/more/**' },
  '/query': { redirect: '/new?a=1&b=2' },
  '/hash': { redirect: '/new#there' },
  '/ext': { redirect: 'https://example.com/x' },
  '/ext-below/**': { redirect: 'https://example.com/base/**' },
  '/ext-query': { redirect: 'https://example.com/x?a=1' },
  '/relative-host': { redirect: '//example.com/x' },
  '/mail': { redirect: 'mailto:a@example.com' },
  '/script': { redirect: 'java\nscript:alert(1)' },
  '/slashes': { redirect: '/a//b/' },
  '/dots': { redirect: '/..//evil.com' },
  '/team/:id/**': { redirect: '/people/**' },
  '/Shout/**': { redirect: '/quiet/**' },
  '/no-tail': { redirect: '/new/**' },
  '/kept/**': { redirect: '/other/**' },
  '/kept/page': { prerender: true },
};

const RESOLVED: [url: string, to: string | null, status?: number, external?: boolean][] = [
  ['/old', '/new'],
  ['/old/', '/new'],
  ['/OLD', '/new'],
  ['/%6Fld', '/new'],
  ['/old?x=1', '/new?x=1'],
  ['/old?x=%20+', '/new?x=%20+'],
  ['/old#part', '/new#part'],
  ['/old?x=1#part', '/new?x=1#part'],
  ['/old/x', null],
  ['/new', null],
  ['/gone', '/new', 301],
  ['/odd', '/new', 307],
  ['/old-blog', '/blog'],
  ['/old-blog/a/b', '/blog/a/b'],
  ['/old-blog/a/b?q=1', '/blog/a/b?q=1'],
  ['/old-blog/A/B', '/blog/A/B'],
  ['/Old-Blog/A', '/blog/A'],
  ['/old-blog/caf%c3%a9', '/blog/caf%C3%A9'],
  ['/old-blog//evil.com', '/blog/evil.com'],
  ['/old-blog/special', '/special'],
  ['/old-blog/..%2f..%2fx', null],
  ['/fixed/a/b', '/new'],
  ['/loop/a', '/loop'],
  ['/loop', null],
  ['/grow/a', '/grow/more/a'],
  ['/query', '/new?a=1&b=2'],
  ['/query?c=3', '/new?a=1&b=2&c=3'],
  ['/query?a=9', '/new?b=2&a=9'],
  ['/query?a=8&a=9', '/new?b=2&a=8&a=9'],
  ['/query?%61=9', '/new?b=2&%61=9'],
  ['/hash', '/new#there'],
  ['/hash#mine', '/new#there'],
  ['/ext', 'https://example.com/x', 307, true],
  ['/ext?u=1#h', 'https://example.com/x?u=1#h', 307, true],
  ['/ext-query?a=2', 'https://example.com/x?a=2', 307, true],
  ['/ext-below/a/b?c', 'https://example.com/base/a/b?c', 307, true],
  ['/ext-below', 'https://example.com/base', 307, true],
  ['/ext-below//evil.com', 'https://example.com/base/evil.com', 307, true],
  ['/relative-host', '//example.com/x', 307, true],
  ['/mail', 'mailto:a@example.com', 307, true],
  ['/script', null],
  ['/slashes', '/a/b'],
  ['/dots', '/evil.com'],
  ['/team/7/a/b', '/people/a/b'],
  ['/team/7', '/people'],
  ['/shout/X', '/quiet/X'],
  ['/no-tail', '/new'],
  ['/kept/page', '/other/page'],
];

/** Addresses of rules and of attacks. */
const requestUrl = fc
  .tuple(
    attackText('/a', '/b', '/old-blog', '/OLD', '/query', '/ext-below', '/team', '/%6Fld'),
    fc.constantFrom('', '?a=1', '?b=%20', '#h', '?a#h', '?//evil.com'),
  )
  .map(([path, end]) => `/${path}${end}`);

describe('resolveRedirect', () => {
  const matcher = buildMatcher(REDIRECTS);

  it.each(RESOLVED)('%j → %j', (url, to, status = 307, external = false) => {
    expect(resolveRedirect(matcher, splitUrl(url))).toEqual(to === null ? null : { to, status, external });
  });

  it('returns the same answer for the rules of the manifest as for all rules', () => {
    const client = JSON.parse(JSON.stringify(buildMatcher(clientRules(REDIRECTS))));
    fc.assert(
      fc.property(requestUrl, (url) => {
        expect(resolveRedirect(client, splitUrl(url))).toEqual(resolveRedirect(matcher, splitUrl(url)));
      }),
      { numRuns: 500 },
    );
  });

  it('returns the same target after the query is added', () => {
    fc.assert(
      fc.property(requestUrl, (url) => {
        const request = splitUrl(url);
        const whole = resolveRedirect(matcher, request);
        const bare = resolveRedirect(matcher, { ...request, search: '', hash: '' });
        if (whole && bare) expect(withRequestQuery(bare.to, request)).toBe(whole.to);
      }),
      { numRuns: 500 },
    );
  });

  it('never leaves the site unless the rule does', () => {
    const internal = buildMatcher({
      '/**': { redirect: '/in/**' },
      '/a/**': { redirect: '/**' },
      '/b/:x/**': { redirect: '/**' },
    });
    fc.assert(
      fc.property(requestUrl, (url) => {
        const target = resolveRedirect(internal, splitUrl(url));
        if (!target) return;
        expect(target.external).toBe(false);
        expect(new URL(target.to, 'https://voltframe.example').origin).toBe('https://voltframe.example');
        expect(target.to).toMatch(/^\/(?![/\\])/);
      }),
      { numRuns: 500 },
    );
  });

  it('treats every spelling of a path alike', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('old', 'gone', 'query', 'ext'),
        fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
        (name, spellings) => {
          const spell = (letter: string, index: number): string => {
            const code = `%${letter.charCodeAt(0).toString(16)}`;
            return [letter, letter.toUpperCase(), code][spellings[index] ?? 0] ?? letter;
          };
          const spelled = [...name].map(spell).join('');
          expect(resolveRedirect(matcher, splitUrl(`/${spelled}`))).toEqual(
            resolveRedirect(matcher, splitUrl(`/${name}`)),
          );
        },
      ),
    );
  });
});

describe('clientRules', () => {
  it('includes redirects, prerendering and guards, and nothing else', () => {
    expect(
      clientRules({
        '/a': { headers: { 'x-internal': '1' }, cache: { maxAge: 1 } },
        '/b': {
          headers: { 'x-internal': '1' },
          prerender: true,
          guards: ['g'],
          redirect: { to: '/c', status: 301 },
        },
      }),
    ).toEqual({ '/b': { prerender: true, guards: ['g'], redirect: { to: '/c', status: 301 } } });
  });
});
