import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SiteGraph } from '../../../src/components/portfolio/site-graph.tsx';

const WORDS = { visitor: 'you', gateway: 'door', apps: { shell: 'frame' } };

it('draws the apps by their words, without numbers and gaps until there are figures', () => {
  const html = renderToString(<SiteGraph apps={['shell', 'blog']} words={WORDS} figures={undefined} />);
  expect(html).toMatch(/>frame<.*>blog</);
  expect(html).not.toMatch(/<data|stroke-dasharray/);
});

it('shows the answers of each app, a stroke by their share, and a gap for each failed one', () => {
  const figures = {
    counted: {
      requests: 5_000,
      apps: { shell: { requests: 0, failed: 0 }, blog: { requests: 1_300, failed: 3 } },
    },
  } as unknown as SiteFigures;
  const html = renderToString(<SiteGraph apps={['shell', 'blog']} words={WORDS} figures={figures} counted />);
  expect(html).toContain('<data value="1300">1,300</data>');
  const wires = [
    ...html.matchAll(/pathLength="100"[^>]*?stroke-width="([^"]*)"(?: stroke-dasharray="([^"]*)")?/g),
  ];
  expect(wires.map(([, width, gaps]) => [Number(width), gaps])).toEqual([
    [7.5, undefined],
    [9, undefined],
    [1.5, undefined],
    [3, undefined],
    [7.5, '23 2'],
    [9, undefined],
  ]);
});
