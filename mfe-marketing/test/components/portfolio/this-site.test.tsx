import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { figuresOf, ThisSite } from '../../../src/components/portfolio/this-site.tsx';

vi.mock('@voltframe/kit/react', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const figure = <Id extends string>(id: Id) => ({ id, label: id, measured: `How ${id} is measured.` });
const SITE = {
  title: 'This site',
  summary: 'Its summary.',
  figures: [figure('requests'), figure('bytes'), figure('deploy'), figure('failed')],
  source: 'Read from',
};
const COUNTED = {
  since: Date.UTC(2026, 10, 24, 21, 3),
  gateway: 'f00d',
  gateways: 1,
  requests: 12_345,
  bytes: 6_780_000,
  failed: 0,
};
const DEPLOY = { at: 0, apps: ['blog'], stands: true, requests: 1_204, failed: 0 };
const figures = (more: Partial<SiteFigures>) =>
  figuresOf({ at: 3 * 3_600_000, composition: 'c', apps: [], counted: COUNTED, deploy: DEPLOY, ...more });
const SINCE = 'since 2026-11-24 21:03 UTC';

it('describes without figures how each is measured, and links to them', () => {
  const html = renderToString(<ThisSite site={SITE} />);
  for (const text of ['Its summary.', 'How failed is measured.', 'href="/builds/figures.json"'])
    expect(html).toContain(text);
});

it('shows each figure with the start of its count', () => {
  expect(figures({})).toEqual({
    requests: ['12,345', SINCE],
    bytes: ['6.8 MB', SINCE],
    deploy: ['3 h ago', '0 of 1,204 answers failed'],
    failed: ['0', SINCE],
  });
});

it('mentions other gateways and a rolled back deploy', () => {
  const { failed, deploy } = figures({
    counted: { ...COUNTED, gateways: 3 },
    deploy: { ...DEPLOY, stands: false },
  });
  expect([failed?.[1], deploy?.[1]]).toEqual([
    `${SINCE}, by one of 3 gateways`,
    '0 of 1,204 answers failed; rolled back',
  ]);
});
