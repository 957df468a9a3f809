import { expect, test } from 'vitest';
import { overBudget } from '../../../../src/releasing/admission/measured/over-budget.ts';

const measurement = {
  html: 9_000,
  js: 0,
  css: 0,
  images: 70_000,
  requests: 9,
  renderMs: 6.2,
  renderRatio: 12,
};
const measured = { route: 'docs.page', path: '/docs/a', measurement };
const budget = { js: 1, css: 1 };

test.each([
  [{ html: 8_000 }, '/docs/a (docs.page) has 9000 bytes of html, 8000 are allowed: 1000 too many'],
  [{ images: 0 }, '/docs/a (docs.page) has 70000 bytes of images, 0 are allowed: 70000 too many'],
  [
    { render: 8 },
    '/docs/a (docs.page) takes 12 times as long as the frame of the shell (6.2 ms), 8 times are allowed: 50 % too long',
  ],
])('%j is told with what was measured, and by how much', (limits, reason) => {
  const found = overBudget('docs', { ...measured, budget: { ...budget, ...limits } });
  expect(found.map((one) => [one.app, one.reason])).toEqual([['docs', reason]]);
});

test.each([{}, { html: 9_000, images: 70_000, render: 12 }, { vitals: { lcp: 1 } }])(
  'nothing is wrong with %j',
  (limits) => {
    expect(overBudget('docs', { ...measured, budget: { ...budget, ...limits } })).toEqual([]);
  },
);
