import { preload } from 'react-dom';
import { expect, it } from 'vitest';
import { renderHtml } from '../../src/server/render-html.ts';

function Page({ request = () => {} }: { request?: () => void }) {
  request();
  return (
    <p>
      <img src="/a.png" alt="" />
    </p>
  );
}

it('writes nothing before the page', () => {
  expect(renderHtml(<Page />)).toEqual({ html: '<p><img src="/a.png" alt=""/></p>', preloads: [] });
});

it('returns the preloads of high priority for the head', () => {
  const request = () => {
    preload('/b.jpg', {
      as: 'image',
      fetchPriority: 'high',
      imageSrcSet: '/b-1.avif?"&\'<> 1w',
      imageSizes: '100vw',
      type: 'image/avif',
    });
    preload('/c.woff2', { as: 'font', crossOrigin: '' });
  };
  const { html, preloads } = renderHtml(<Page request={request} />);
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
