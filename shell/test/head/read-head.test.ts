// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { type Head, renderHead } from '@voltframe/kit/contract/page/head';
import { readHead } from '../../src/head/read-head.ts';

it('reads exactly the head that the server wrote', () => {
  const head: Head = {
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
  document.head.innerHTML = `<meta charset="utf-8">${renderHead(head)}<link rel="icon" href="data:,">`;
  document.documentElement.lang = head.lang;
  expect(readHead(document)).toEqual(head);
});
