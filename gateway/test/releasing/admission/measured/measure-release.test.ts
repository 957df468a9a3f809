import { expect, test } from 'vitest';
import type { ReleaseMeasurement } from '@voltframe/kit/contract/operations/figures';
import { createReleaseMeter } from '../../../../src/releasing/admission/measured/measure-release.ts';
import { measuredCandidate, type MeasuredSetup } from './measured-candidate.ts';

const DOCS = new Set(['docs']);

async function meter(
  { candidate, clock }: MeasuredSetup,
  changed = DOCS,
  signal = new AbortController().signal,
  { live, kept }: { live?: MeasuredSetup; kept?: ReleaseMeasurement } = {},
) {
  const { findings, measured } = await createReleaseMeter({
    pagesPerRoute: 50,
    clock,
    kept: { of: async () => kept },
  })(candidate, changed, new Map(), signal, live?.candidate);
  return { codes: findings.map(({ code }) => code), reasons: findings.map(({ reason }) => reason), measured };
}

test('each route of what is new is measured, and of nothing else', async () => {
  const { measured, codes } = await meter(await measuredCandidate());
  expect(codes).toEqual([]);
  expect(Object.keys(measured)).toEqual(['docs']);
  expect(Object.keys(measured['docs']!.routes)).toEqual(['docs.list', 'docs.page']);
  expect(measured['docs']!.routes['docs.page']).toMatchObject({ renderMs: 4, renderRatio: 2 });
  expect((await meter(await measuredCandidate(), new Set(['shell']))).measured).toEqual({});
});

test.each([
  [{ html: 10 }, ['ADMISSION_BUDGET_PAGE']],
  [{ render: 1.5 }, ['ADMISSION_BUDGET_RENDER']],
  [{ html: 10_000, images: 0, render: 2 }, []],
])('what has more than its team allows is refused: %j', async (budget, codes) => {
  expect((await meter(await measuredCandidate({ budget }))).codes).toEqual(codes);
});

test('a page that was slow once is looked at again: only when it still is, it is refused', async () => {
  // Two renderings of the route's pages come before those that are timed.
  const slow = (times: number) => [4, 4, ...Array.from({ length: times }, () => 400)];
  const budget = { render: 3 };
  expect((await meter(await measuredCandidate({ budget, msOf: slow(3) }))).codes).toEqual([]);
  const { reasons } = await meter(await measuredCandidate({ budget, msOf: slow(20) }));
  expect(reasons).toEqual([expect.stringContaining('takes 200 times as long')]);
});

test('what takes too long altogether is left out: those with a budget come first', async () => {
  const routes = [...Array.from({ length: 20 }, (_, index) => `r${index}`), 'page'];
  const setup = await measuredCandidate({
    routes,
    budget: { images: 1 },
    msOf: Array.from({ length: 200 }, () => 300),
  });
  const { measured } = await meter(setup);
  const names = Object.keys(measured['docs']!.routes);
  expect(names[0]).toBe('docs.page');
  expect(names.length).toBeLessThan(6);
});

const KNOWN = { html: 1, js: 2, css: 3, images: 4, requests: 500, renderMs: 6, renderRatio: 7 };
const kept = { routes: { 'docs.list': KNOWN, 'docs.page': KNOWN } };

test.each([
  ['nothing of it', {}, []],
  ['a file that one of its pages reads', { text: 'another' }, ['docs.list']],
  ['its code', { code: 'another' }, ['docs.list', 'docs.page']],
  [
    'nothing of it, but a page has a budget that only measuring can look at',
    { budget: { render: 9 } },
    ['docs.page'],
  ],
])('what is as the live release has it is not measured again: changed is %s', async (_, change, again) => {
  const { budget } = { budget: {}, ...change };
  const live = await measuredCandidate({ budget });
  const setup = await measuredCandidate(change);
  const { measured } = await meter(setup, DOCS, undefined, { live, kept });
  const routes = Object.entries(measured['docs']!.routes);
  expect(
    routes.flatMap(([id, { requests }]) => (requests === KNOWN.requests ? [] : [id])).toSorted(),
  ).toEqual(again);
  expect(routes).toHaveLength(2);
});

test('of a live release of which nothing is kept all is measured', async () => {
  const live = await measuredCandidate();
  const { measured } = await meter(await measuredCandidate(), DOCS, undefined, { live });
  expect(measured['docs']!.routes['docs.page']).toMatchObject({ renderMs: 4 });
});

test('nothing is measured once the admission has ended', async () => {
  const setup = await measuredCandidate();
  expect((await meter(setup, DOCS, AbortSignal.abort())).measured).toEqual({});
  expect(setup.rendered).toEqual([]);
});

test('a page that does not render twice is nobody’s fault here', async () => {
  const { measured, codes } = await meter(await measuredCandidate({ fails: true }));
  expect([measured, codes]).toEqual([{}, []]);
});
