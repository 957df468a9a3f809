import { expect, test } from 'vitest';
import {
  compareWithLive,
  createReleaseMeter,
  initialPictures,
  largestPage,
  measurePage,
  overBudget,
} from '../../../src/releasing/admission/measurements.ts';
import { measuredCandidate, type MeasuredSetup } from './measured-candidate.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';

test.each([
  ['a plain one', '<img alt="" src="/assets/docs/a.png">', ['/assets/docs/a.png']],
  ['its widest version', '<img src="/a.png" srcset="/a1.png 640w, /a2.png 1280w">', ['/a2.png']],
  [
    'the format that is listed first',
    '<picture><source type="image/avif" srcset="/s.avif 320w, /l.avif 640w"/><source srcset="/l.webp 640w"/><img src="/l.jpg"/></picture><img src="/b.png"/>',
    ['/l.avif', '/b.png'],
  ],
  [
    'not one that comes when it is near',
    '<picture><source srcset="/l.avif 1x"><img loading="lazy" src="/l.jpg"></picture>',
    [],
  ],
  ['not what is in the document itself', '<img src="data:image/png;base64,AA==">', []],
  ['each once', '<img src="/a.png"><img src="/a.png">', ['/a.png']],
  ['nothing where there is none', '<image><imgs src="/a.png"><img>', []],
])('of a document, %s', (_, html, pictures) => {
  expect(initialPictures(html)).toEqual(pictures);
});

test('a document of nothing but pictures costs no more than others', () => {
  const html = Array.from({ length: 10_000 }, (_, index) => `<img src="/${index}.png">`).join('');
  expect(initialPictures(html)).toHaveLength(200);
  expect(initialPictures('<img '.repeat(100_000))).toEqual([]);
});

const routeOf = ({ candidate }: Awaited<ReturnType<typeof measuredCandidate>>, id: string) =>
  candidate.composition.routes.find((route) => route.id === id)!;

test('of the pages of a route, the largest is measured', async () => {
  const setup = await measuredCandidate();
  const largest = await largestPage(setup.candidate, routeOf(setup, 'docs.page'), 50);
  expect(largest!.page.path).toBe('/docs/pages/longer');
});

test('no more pages are tried than admission tries', async () => {
  const setup = await measuredCandidate();
  const largest = await largestPage(setup.candidate, routeOf(setup, 'docs.page'), 1);
  expect(largest!.page.path).toBe('/docs/pages/a');
});

test('a page is what is sent of it, with what it asks for', async () => {
  const html = `<img src="/assets/shell/main.0000000001.js"><img src="/assets/nobody/a.png">${'text '.repeat(1_000)}`;
  const setup = await measuredCandidate({ html: () => html });
  const { candidate } = setup;
  const tried = (await largestPage(candidate, routeOf(setup, 'docs.list'), 50))!;
  const transfer = new Map(Object.values(candidate.releases['docs']!.files).map((file) => [file.sha256, 7]));
  const measured = await measurePage(candidate, tried, transfer);
  const { files, client } = candidate.releases['docs']!;
  expect(files[client.entry]).toBeDefined();
  expect(measured).toMatchObject({
    images: candidate.releases['shell']!.files['client/main.0000000001.js']!.bytes,
  });
  expect(measured.js % 7).toBe(0);
  expect(measured.js).toBeGreaterThan(0);
  expect(measured.html).toBeLessThan(2_000);
  // The document, two pictures, the scripts of shell and app, the shell's stylesheet.
  expect(measured.requests).toBeGreaterThanOrEqual(6);
});

const DOCS = new Set(['docs']);

async function meter(
  { candidate, clock }: MeasuredSetup,
  changed = DOCS,
  signal = new AbortController().signal,
) {
  const measure = createReleaseMeter({ pagesPerRoute: 50, clock });
  const { findings, measured } = await measure(candidate, changed, new Map(), signal);
  return { codes: findings.map(({ code }) => code), measured };
}

test('each route of what is new is measured, and of nothing else', async () => {
  const { measured, codes } = await meter(await measuredCandidate());
  expect(codes).toEqual([]);
  expect(Object.keys(measured)).toEqual(['docs']);
  expect(Object.keys(measured['docs']!.routes)).toEqual(['docs.list', 'docs.page']);
  expect(measured['docs']!.routes['docs.page']!.html).toBeGreaterThan(0);
  expect((await meter(await measuredCandidate(), new Set(['shell']))).measured).toEqual({});
});

test.each([
  [{ html: 10 }, ['ADMISSION_BUDGET_PAGE']],
  [{ html: 10_000, images: 0, render: 0.001 }, []],
])('what has more than its team allows is refused: %j', async (budget, codes) => {
  expect((await meter(await measuredCandidate({ budget }))).codes).toEqual(codes);
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

test('nothing is measured once the admission has ended', async () => {
  const setup = await measuredCandidate();
  expect((await meter(setup, DOCS, AbortSignal.abort())).measured).toEqual({});
  expect(setup.rendered).toEqual([]);
});

const LARGE = {
  html: 9_000,
  js: 0,
  css: 0,
  images: 70_000,
  requests: 9,
};
const page = { route: 'docs.page', path: '/docs/a', measurement: LARGE };
const budget = { js: 1, css: 1 };

test.each([
  [{ html: 8_000 }, '/docs/a (docs.page) has 9000 bytes of html, 8000 are allowed: 1000 too many'],
  [{ images: 0 }, '/docs/a (docs.page) has 70000 bytes of images, 0 are allowed: 70000 too many'],
])('%j is told with what was measured, and by how much', (limits, reason) => {
  const found = overBudget('docs', { ...page, budget: { ...budget, ...limits } });
  expect(found.map((one) => [one.app, one.reason])).toEqual([['docs', reason]]);
});

test.each([{}, { html: 9_000, images: 70_000 }, { vitals: { lcp: 1 } }])(
  'nothing is wrong with %j',
  (limits) => {
    expect(overBudget('docs', { ...page, budget: { ...budget, ...limits } })).toEqual([]);
  },
);

const SIZES = { html: 1, js: 2, css: 3, images: 4, requests: 5 };
const measurement = { routes: { 'docs.home': SIZES } };
const [shell, one, two] = [shellRelease().release, version('one').release, version('two').release];

test.each([
  ['what is live was measured', { shell, docs: one }, { ...measurement, digest: one.digest }],
  ['nobody has measured what is live', { shell, docs: version('three').release }, undefined],
  ['nothing of it is live', { shell }, undefined],
])('a release is told beside what is live: %s', async (_, live, before) => {
  const store = {
    of: async (app: string, digest: string) =>
      app === 'docs' && digest === one.digest ? measurement : undefined,
  };
  const changed = await compareWithLive(store, { shell, docs: two }, live, { docs: measurement });
  expect(changed).toEqual([
    { app: 'docs', digest: two.digest, measured: measurement, ...(before && { before }) },
  ]);
});
