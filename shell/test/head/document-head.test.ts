// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { type Head, renderHead } from '@voltframe/kit/contract/page/head';
import { applyHead, readHead } from '../../src/head/document-head.ts';

const head = (name: string): Head => ({
  title: `${name} | Site`,
  meta: [{ name: 'description', content: `About "${name}" & more` }],
  links: [{ rel: 'canonical', href: `https://site.example/${name}` }],
  jsonLd: [{ name: `</script>${name}` }],
  lang: 'en',
});

it('replaces exactly the elements that the server wrote for the page', () => {
  document.head.innerHTML = `<meta charset="utf-8">${renderHead(head('old'))}<link rel="icon" href="data:,">`;
  const title = document.querySelector('title');
  applyHead(document, { ...head('new'), lang: 'pt-BR' });
  expect(document.title).toBe('new | Site');
  expect(document.querySelector('title')).toBe(title);
  expect(document.documentElement.lang).toBe('pt-BR');
  expect([...document.head.children].map((element) => element.outerHTML)).toEqual([
    '<meta charset="utf-8">',
    '<title data-head="">new | Site</title>',
    '<link rel="icon" href="data:,">',
    '<meta data-head="" name="description" content="About &quot;new&quot; &amp; more">',
    '<link data-head="" rel="canonical" href="https://site.example/new">',
    '<script data-head="" type="application/ld+json">{"name":"\\u003c/script>new"}</script>',
  ]);
});

it('does not set an unchanged language, which would restyle all elements', () => {
  applyHead(document, head('one'));
  const changes = new MutationObserver(() => {});
  changes.observe(document.documentElement, { attributes: true });
  applyHead(document, head('two'));
  expect(changes.takeRecords().map(({ attributeName }) => attributeName)).toEqual([]);
});

it('reads exactly the head that the server wrote', () => {
  const written: Head = {
    title: 'A "title" & more | Site',
    meta: [
      { name: 'description', content: 'About <b> & "c"' },
      { property: 'og:url', content: 'https://site.example/a?b=1&c=2' },
    ],
    links: [
      {
        rel: 'preload',
        as: 'image',
        imagesrcset: '/a.avif 320w',
        imagesizes: '100vw',
        fetchpriority: 'high',
      },
      { rel: 'canonical', href: 'https://site.example/a?b=1&c=2' },
    ],
    jsonLd: [{ name: '</script><!--' }],
    lang: 'pt-BR',
  };
  document.head.innerHTML = `<meta charset="utf-8">${renderHead(written)}<link rel="icon" href="data:,">`;
  document.documentElement.lang = written.lang;
  expect(readHead(document)).toEqual(written);
});
