import { preload } from 'react-dom';
import { expect, it } from 'vitest';
import { renderHtml } from '../../src/server/render-html.ts';

function Page({ ask = () => {} }: { ask?: () => void }) {
  ask();
  return (
    <p>
      <img src="/a.png" alt="" />
    </p>
  );
}

it('has nothing before the page: what React writes there would not hydrate', () => {
  expect(renderHtml(<Page />)).toEqual({ html: '<p><img src="/a.png" alt=""/></p>', preloads: [] });
});

it('hands on what a page asks for with high priority, as the head writes it', () => {
  const ask = () => {
    preload('/b.jpg', {
      as: 'image',
      fetchPriority: 'high',
      imageSrcSet: '/b-1.avif?"&\'<> 1w',
      imageSizes: '100vw',
      type: 'image/avif',
    });
    preload('/c.woff2', { as: 'font', crossOrigin: '' });
  };
  const { html, preloads } = renderHtml(<Page ask={ask} />);
  expect(html).toMatch(/^<p>/);
  expect(preloads).toEqual([
    {
      rel: 'preload',
      as: 'image',
      type: 'image/avif',
      imagesrcset: '/b-1.avif?"&\'<> 1w',
      imagesizes: '100vw',
      fetchpriority: 'high',
    },
  ]);
});
