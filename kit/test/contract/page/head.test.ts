import { describe, expect, it } from 'vitest';
import { buildHead, renderHead, robotsContent, withQuery } from '../../../src/contract/page/head.ts';
import type { Head, HeadSource } from '../../../src/contract/page/head.ts';
import { site } from '../fixtures/site.ts';

const metaOf = (head: Head, name: string): string | undefined =>
  head.meta.find((meta) => (meta.name ?? meta.property) === name)?.content;
const build = (source: Partial<HeadSource>, config = site): Head =>
  buildHead({ path: '/about', search: '', ...source }, config);

describe('withQuery', () => {
  it('sets the query in link and og:url, and changes nothing else', () => {
    const head = build({ search: '' });
    expect(withQuery(head, '/about', '?tag=x', site)).toEqual(build({ search: '?tag=x' }));
  });

  it('adds no address to an error screen', () => {
    const head = build({ error: { status: 404, message: 'none' } });
    expect(withQuery(head, '/about', '', site)).toEqual(head);
  });

  const choices = { parameter: 'tag', titles: { ai: 'Notes on ai', constructor: 'Notes on constructors' } };

  it.each([
    ['', 'Blog | Voltframe', true],
    ['?page=2', 'Blog | Voltframe', true],
    ['?tag=ai', 'Notes on ai | Voltframe', true],
    ['?tag=constructor', 'Notes on constructors | Voltframe', true],
    ['?tag=unknown', 'Blog | Voltframe', false],
    ['?tag=toString', 'Blog | Voltframe', false],
    ['?tag=', 'Blog | Voltframe', false],
  ])('gives the choice of %j the title %j; indexed: %s', (search, title, indexed) => {
    const head = withQuery(build({ page: { title: 'Blog', choices } }), '/blog', search, site);
    expect([head.title, metaOf(head, 'og:title'), metaOf(head, 'robots')]).toEqual([
      title,
      title,
      robotsContent(indexed),
    ]);
  });
});

describe('buildHead', () => {
  it.each<[name: string, content: string]>([
    ['description', 'A lab.'],
    ['robots', 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1'],
    ['og:type', 'website'],
    ['og:url', 'https://voltframe.example/about?tag=x'],
    ['og:title', 'About | Voltframe'],
    ['og:description', 'A lab.'],
    ['og:site_name', 'Voltframe'],
    ['twitter:card', 'summary_large_image'],
    ['twitter:site', '@voltframe'],
    ['twitter:creator', '@voltframe'],
  ])('gives every page %s %j', (name, content) => {
    expect(metaOf(build({ search: '?tag=x&utm=1' }), name)).toBe(content);
  });

  it('links the canonical address', () => {
    expect(build({ path: '/About/' }).links).toEqual([
      { rel: 'canonical', href: 'https://voltframe.example/about' },
    ]);
  });

  it('uses the values of the page', () => {
    const page = {
      title: 'A post',
      description: 'About it',
      type: 'article' as const,
      published: '2026-01-02',
      updated: '2026-02-03',
      jsonLd: [{ '@type': 'BlogPosting' }],
      alternates: [{ type: 'application/rss+xml', href: '/blog/feed.xml', title: 'Blog' }],
    };
    const head = build({ page });
    expect(head.title).toBe('A post | Voltframe');
    expect(metaOf(head, 'description')).toBe('About it');
    expect(metaOf(head, 'og:description')).toBe('About it');
    expect(metaOf(head, 'og:type')).toBe('article');
    expect(metaOf(head, 'article:published_time')).toBe('2026-01-02');
    expect(metaOf(head, 'article:modified_time')).toBe('2026-02-03');
    expect(head.jsonLd).toEqual(page.jsonLd);
    expect(head.links[1]).toEqual({
      rel: 'alternate',
      type: 'application/rss+xml',
      href: 'https://voltframe.example/blog/feed.xml',
      title: 'Blog',
    });
  });

  it.each([
    ['of the page', { lang: 'pt-BR' }, 'pt-BR', 'pt_BR'],
    ['of the site for a page without one', {}, 'en', undefined],
  ])('sets the language %s', (_, page, lang, locale) => {
    const head = build({ page });
    expect(head.lang).toBe(lang);
    expect(metaOf(head, 'og:locale')).toBe(locale);
  });

  it('links the page in other languages, and has its further meta elements', () => {
    const alternates = [
      { hreflang: 'pt-BR', href: '/sobre' },
      { hreflang: 'x-default', href: 'https://other.example/about' },
    ];
    const head = build({ page: { alternates, meta: { author: 'Ada', 'twitter:creator': '@ada' } } });
    expect(head.links.slice(1)).toEqual([
      { rel: 'alternate', hreflang: 'pt-BR', href: 'https://voltframe.example/sobre' },
      { rel: 'alternate', hreflang: 'x-default', href: 'https://other.example/about' },
    ]);
    expect(metaOf(head, 'author')).toBe('Ada');
    expect(head.meta.filter(({ name }) => name === 'twitter:creator')).toEqual([
      { name: 'twitter:creator', content: '@ada' },
    ]);
    expect(renderHead(head)).toContain('hreflang="pt-BR"');
  });

  it.each<[string, object, string]>([
    ['hreflang', { alternates: [{ hreflang: 'Português', href: '/' }] }, "hreflang 'Português'"],
    ['meta', { meta: { viewport: 'width=100' } }, "meta 'viewport' is not allowed"],
  ])('rejects an invalid %s by name', (_, page, message) => {
    expect(() => build({ page })).toThrow(`head: ${message}`);
  });

  it('rejects an invalid language tag', () => {
    expect(() => build({ page: { lang: 'Português' } })).toThrow(
      "head: lang 'Português' is not a language tag",
    );
  });

  const image = { src: '/assets/blog/card.ab.png', width: 1200, height: 630, alt: 'A "post"' };

  it('names the picture of a page with an absolute address', () => {
    const metas = build({ page: { image } }).meta.filter(({ property = '' }) =>
      property.startsWith('og:image'),
    );
    expect(metas).toEqual([
      { property: 'og:image', content: 'https://voltframe.example/assets/blog/card.ab.png' },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: 'A "post"' },
    ]);
  });

  it.each([
    ['has no picture', {}],
    ['is an error', { page: { image }, error: { status: 404, message: 'x' } }],
  ])('names no picture for a page that %s', (_, source) => {
    expect(metaOf(build(source), 'og:image')).toBeUndefined();
  });

  it.each([
    ['the site is not indexable', {}, { ...site, indexable: false }],
    ['the page is not indexable', { page: { indexable: false } }, site],
    ['the page is an error', { error: { status: 404, message: 'x' } }, site],
  ])('excludes robots when %s', (_, source, config) => {
    expect(metaOf(build(source, config), 'robots')).toBe('noindex, nofollow');
  });

  it('excludes robots of a site that is not indexable, whatever the page declares', () => {
    expect(metaOf(build({ page: { indexable: true } }, { ...site, indexable: false }), 'robots')).toBe(
      robotsContent(false),
    );
  });

  it('has no address and no structured data on errors', () => {
    const head = build({ page: { jsonLd: [{}] }, error: { status: 404, message: 'Page not found: /x' } });
    expect(head.title).toBe('404 - Page not found: /x | Voltframe');
    expect(head.links).toEqual([]);
    expect(metaOf(head, 'og:url')).toBeUndefined();
    expect(head.jsonLd).toEqual([]);
  });

  it.each([
    ['en', undefined],
    ['en-US', 'en_US'],
    ['pt-br', 'pt_BR'],
    ['zh-Hant-TW', 'zh_TW'],
  ])('converts the locale %j to og:locale %j', (defaultLocale, locale) => {
    const head = build({}, { ...site, defaultLocale });
    expect(metaOf(head, 'og:locale')).toBe(locale);
    expect(head.lang).toBe(defaultLocale);
  });

  it('leaves out empty settings', () => {
    const head = build({}, { ...site, twitter: '', description: '' });
    expect(head.meta.every(({ content }) => content !== '')).toBe(true);
    expect(metaOf(head, 'twitter:site')).toBeUndefined();
  });
});

describe('renderHead', () => {
  it('marks and escapes every element', () => {
    const head: Head = {
      title: '<b>"T"</b> & \'co\'',
      meta: [{ name: 'description', content: '"><script>x</script>' }],
      links: [{ rel: 'canonical', href: 'https://a.example/?a=1&b=2' }],
      jsonLd: [{ name: '</script><!--' }],
      lang: 'en',
    };
    expect(renderHead(head)).toBe(
      '<title data-head>&lt;b&gt;&quot;T&quot;&lt;/b&gt; &amp; &#39;co&#39;</title>' +
        '<meta data-head name="description" content="&quot;&gt;&lt;script&gt;x&lt;/script&gt;">' +
        '<link data-head rel="canonical" href="https://a.example/?a=1&amp;b=2">' +
        '<script data-head type="application/ld+json">{"name":"\\u003c/script>\\u003c!--"}</script>',
    );
  });
});
