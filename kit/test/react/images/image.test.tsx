import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { Image } from '../../../src/react/images/image.tsx';

vi.mock('../../../src/react/images/image.module.css', () => ({ default: {} }));

const picture = {
  src: '/a-9.jpg',
  width: 9,
  height: 6,
  placeholder: 'data:image/webp;base64,AA',
  sources: [
    { type: 'image/avif', srcSet: '/a-3.avif 3w' },
    { type: 'image/jpeg', srcSet: '/a-3.jpg 3w' },
  ],
};

it('offers all formats and sizes, reserves its space, and loads lazily', () => {
  const html = renderToStaticMarkup(<Image src={picture} alt="A" sizes="50vw" />);
  expect(html.match(/<source[^>]*>/g)).toEqual([
    '<source type="image/avif" srcSet="/a-3.avif 3w" sizes="50vw"/>',
    '<source type="image/jpeg" srcSet="/a-3.jpg 3w" sizes="50vw"/>',
  ]);
  expect(html).toContain(
    '<img src="/a-9.jpg" width="9" height="6" alt="A" decoding="async" loading="lazy"/>',
  );
  expect(html).toContain(`src="${picture.placeholder}"`);
});

it('preloads a priority picture in the most common format', () => {
  const html = renderToString(<Image src={picture} alt="" priority />);
  expect(html).toMatch(
    /^<link rel="preload" as="image" type="image\/avif" fetchPriority="high" imageSrcSet="\/a-3.avif 3w"/,
  );
  expect(html.match(/<link/g)).toHaveLength(1);
  expect(html).toContain('fetchPriority="high"');
  expect(html).not.toContain('loading=');
});

it('preloads a picture without versions by its address', () => {
  const html = renderToString(<Image src={{ ...picture, sources: [] }} alt="" priority />);
  expect(html).toMatch(/^<link rel="preload" href="\/a-9.jpg" as="image" fetchPriority="high"/);
});
