import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absoluteUrl, canonicalUrl } from '../../../src/contract/page/canonical.ts';
import { site } from '../fixtures/site.ts';

describe('canonicalUrl', () => {
  it.each([
    ['/', '', '/'],
    ['/about', '', '/about'],
    ['/about/', '', '/about'],
    ['/About', '', '/about'],
    ['//about', '', '/about'],
    ['/%41bout', '', '/about'],
    ['/CAF%C3%89', '', '/caf%C3%A9'],
    ['/a%2FB', '', '/a%2Fb'],
    ['/blog', '?tag=iot', '/blog?tag=iot'],
    ['/blog', 'tag=iot', '/blog?tag=iot'],
    ['/blog', '?Tag=iot', '/blog'],
    ['/blog', '?tag=IoT', '/blog?tag=IoT'],
    ['/blog', '?utm_source=x&tag=iot&fbclid=1', '/blog?tag=iot'],
    ['/blog', '?tag=b&page=2', '/blog?page=2&tag=b'],
    ['/blog', '?tag=b&tag=a', '/blog?tag=b&tag=a'],
    ['/blog', '?tag=', '/blog'],
    ['/blog', '?tag', '/blog'],
    ['/blog', '?q=a%20b%26c', '/blog?q=a+b%26c'],
    [
      '/blog',
      '?sort=1&search=2&q=3&page=4&filter=5&category=6&tag=7',
      '/blog?category=6&filter=5&page=4&q=3&search=2&sort=1&tag=7',
    ],
  ])('%j %j → %j', (path, search, canonical) => {
    expect(canonicalUrl(path, search, site)).toBe(`https://voltframe.example${canonical}`);
  });

  it('preserves case and appends a slash if configured', () => {
    const config = { ...site, canonicalLowercase: false, trailingSlash: true };
    expect(canonicalUrl('/About', '?tag=x', config)).toBe('https://voltframe.example/About/?tag=x');
    expect(canonicalUrl('/', '', config)).toBe('https://voltframe.example/');
    expect(canonicalUrl('/blog/feed.xml', '', config)).toBe('https://voltframe.example/blog/feed.xml');
  });

  it('returns one address for every spelling, which is its own canonical address', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const once = canonicalUrl(path, query, site);
        const url = new URL(once);
        expect(canonicalUrl(url.pathname, url.search, site)).toBe(once);
        expect(canonicalUrl(path.toUpperCase().replace(/%../g, ''), '', site)).toBe(
          canonicalUrl(path.toLowerCase().replace(/%../g, ''), '', site),
        );
        expect(url.origin).toBe(site.url);
      }),
    );
  });
});

describe('absoluteUrl', () => {
  it.each([
    ['/', 'https://voltframe.example/'],
    ['/a?b#c', 'https://voltframe.example/a?b#c'],
    ['/a/', 'https://voltframe.example/a/'],
    ['a', 'https://voltframe.example/a'],
    ['//evil.com/x', 'https://voltframe.example/evil.com/x'],
    ['https://example.com/x', 'https://example.com/x'],
    ['/blog/feed.xml', 'https://voltframe.example/blog/feed.xml'],
  ])('%j → %j', (path, url) => {
    expect(absoluteUrl(path, site)).toBe(url);
  });
});
