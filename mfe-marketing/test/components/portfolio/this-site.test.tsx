import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ThisSite } from '../../../src/components/portfolio/this-site.tsx';

vi.mock('@voltframe/kit/react', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const figure = <Id extends string>(id: Id) => ({ id, label: id, measured: `How ${id} is measured.` });
const SITE = {
  title: 'This site',
  summary: 'Its summary.',
  key: 'How to read it.',
  figures: [figure('requests'), figure('bytes'), figure('deploy'), figure('failed')],
  source: 'Read from',
};

it('draws the apps and describes the figures without a number, and links to them', () => {
  const html = renderToString(<ThisSite site={SITE} apps={['shell', 'blog']} />);
  for (const text of [
    '>shell<',
    '>blog<',
    'How to read it.',
    'How failed is measured.',
    'href="/builds/figures.json"',
  ])
    expect(html).toContain(text);
  expect(html).not.toMatch(/<data|[–—]<|>0</);
});
