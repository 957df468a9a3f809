import { describe, expect, it } from 'vitest';
import { linkTarget } from '../../src/react/link-target.ts';

const site = { url: 'https://site.example', trailingSlash: false };
const at = (to: string, extra: { external?: boolean; trailingSlash?: boolean } = {}) =>
  linkTarget(to, {
    site: { ...site, trailingSlash: extra.trailingSlash ?? false },
    from: '/blog/a',
    external: extra.external,
  });

describe('linkTarget', () => {
  it.each([
    ['/about', '/about'],
    ['/about/', '/about'],
    ['/blog?tag=a#top', '/blog?tag=a#top'],
    ['', '/'],
    ['b', '/blog/b'],
    ['?tag=x', '/blog/a?tag=x'],
    ['https://site.example/x', '/x'],
    ['/..//evil.example', '/evil.example'],
  ])('%s is the page %s', (to, href) => {
    expect(at(to)).toMatchObject({ kind: 'internal', href });
  });

  it.each(['https://other.example/', '//other.example/x', '/\\other.example', 'mailto:a@b.example', 'tel:1'])(
    '%s is external',
    (to) => {
      expect(at(to).kind).toBe('external');
    },
  );

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:x',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
  ])('%s is refused, also as an external link', (to) => {
    expect(at(to)).toEqual({ kind: 'refused' });
    expect(at(to, { external: true })).toEqual({ kind: 'refused' });
  });

  it('a hash is a place on the page', () => {
    expect(at('#top')).toEqual({ kind: 'hash', href: '#top' });
  });

  it('adds the trailing slash of the site, but not to files or after the query', () => {
    const slashed = ['/about', '/feed.xml', '/blog?x=1#y'].map((to) => at(to, { trailingSlash: true }));
    expect(slashed.map((target) => 'href' in target && target.href)).toEqual([
      '/about/',
      '/feed.xml',
      '/blog/?x=1#y',
    ]);
  });
});
