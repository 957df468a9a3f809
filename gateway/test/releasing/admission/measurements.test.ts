import { lateToken } from '@voltframe/kit/contract/page/late-tokens';
import type { RouteBudget } from '@voltframe/kit/contract/release/budget';
import { expect, test } from 'vitest';
import { createMeter, initialPictures } from '../../../src/releasing/admission/measurements.ts';
import type { ReadBlob } from '../../../src/observing/stacks/source-positions.ts';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { createServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import { createRenderCache } from '../../../src/serving/render/render-cache.ts';
import type { RenderClient } from '../../../src/serving/render/render-client.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

test.each([
  ['a plain picture', '<img alt="" src="/assets/docs/a.png">', ['/assets/docs/a.png']],
  ['a picture with single quotes', "<img alt='' src='/assets/docs/a.png'>", ['/assets/docs/a.png']],
  ['no lazy picture with single quotes', "<img loading='lazy' src='/assets/docs/a.png'>", []],
  ['the widest version of a picture', '<img src="/a.png" srcset="/a1.png 640w, /a2.png 1280w">', ['/a2.png']],
  [
    'the format of a picture that is listed first',
    '<picture><source type="image/avif" srcset="/s.avif 320w, /l.avif 640w"/><source srcset="/l.webp 640w"/><img src="/l.jpg"/></picture><img src="/b.png"/>',
    ['/l.avif', '/b.png'],
  ],
  ['no lazy picture', '<picture><source srcset="/l.avif 1x"><img loading="lazy" src="/l.jpg"></picture>', []],
  ['no data URL', '<img src="data:image/png;base64,AA==">', []],
  ['each picture once', '<img src="/a.png"><img src="/a.png">', ['/a.png']],
  ['nothing for a document without pictures', '<image><imgs src="/a.png"><img>', []],
])('initialPictures returns %s', (_, html, pictures) => {
  expect(initialPictures(html)).toEqual(pictures);
});

test('at most 200 pictures of a document are counted', () => {
  const html = Array.from({ length: 10_000 }, (_, index) => `<img src="/${index}.png">`).join('');
  expect(initialPictures(html)).toHaveLength(200);
  expect(initialPictures('<img '.repeat(100_000))).toEqual([]);
});

interface MeasuredOptions {
  budget?: Partial<RouteBudget>;
  /** Names of the routes; `page` has a parameter and the budget. */
  routes?: string[];
  html?: (path: string) => string;
  msPerPage?: number;
}

async function measuredCandidate({
  budget = {},
  routes = ['list', 'page'],
  html = (path) => `<p>${path}</p>`,
  msPerPage = 4,
}: MeasuredOptions) {
  const small = { js: 10_000, css: 10_000 };
  const { composition, releases } = composed([
    shellRelease(),
    remoteRelease({
      routes: routes.map((name) => ({
        id: `docs.${name}`,
        path: name === 'page' ? '/docs/pages/:slug' : `/docs/${name}`,
        budget: name === 'page' ? { ...small, ...budget } : small,
      })),
    }),
  ]);
  let now = 0;
  /** Route ids in the order of their renderings. */
  const rendered: string[] = [];
  const call = async (_composition: unknown, kind: string, request: { path?: string; routeId?: string }) => {
    if (kind === 'paths') return ['/docs/pages/a', '/docs/pages/aa'].map((path) => ({ path }));
    now += kind === 'fragment' ? msPerPage : 2;
    if (kind === 'frame') return { html: lateToken('fragment'), islands: [] };
    rendered.push(request.routeId!);
    const head = { title: '', meta: [], links: [], jsonLd: [], lang: 'en' };
    return { html: html(request.path!), head, data: null, islands: [], inputs: {} };
  };
  const served = await createServedComposition({
    composition,
    releases,
    blobs: { get: async () => Buffer.from('') } as unknown as BlobStore,
    cache: createRenderCache(testFolder()),
    process: () => ({ call }) as unknown as RenderClient,
    now: () => 0,
    isServed: () => false,
    memoryBytes: 1_000_000,
    telemetry: testTelemetry(),
  });
  return { served, clock: () => now, rendered };
}

const MOST = { js: 250_000, css: 100_000 };
const DOCS = new Set(['docs']);
const BEFORE = { routes: { 'docs.list': { html: 1, js: 2, css: 3, images: 4, requests: 5 } } };

const meterOf = (read: ReadBlob = async () => undefined, clock = () => 0) =>
  createMeter({ read, measurements: { of: async () => BEFORE }, most: MOST, clock });

async function measure(
  options: MeasuredOptions = {},
  {
    changed = DOCS,
    signal = new AbortController().signal,
    live,
    sizes = 0,
  }: { changed?: ReadonlySet<string>; signal?: AbortSignal; live?: object; sizes?: number } = {},
) {
  const { served, clock, rendered } = await measuredCandidate(options);
  const meter = meterOf(undefined, clock);
  const files = Object.values(served.releases['docs']!.files);
  const transfer = new Map(sizes ? files.map((file) => [file.sha256, sizes]) : []);
  const { warnings, measured } = await meter.release(
    { served, changed, live: live as never, signal },
    transfer,
  );
  const reasons = warnings.map(({ code, reason }) => `${code}: ${reason}`);
  return { reasons, measured, routes: measured[0]?.measured.routes ?? {}, served, rendered };
}

test('each route of a new release is measured', async () => {
  const { measured, reasons, routes, served } = await measure();
  expect(reasons).toEqual([]);
  expect(measured).toMatchObject([{ app: 'docs', digest: served.releases['docs']!.digest }]);
  expect(Object.keys(routes)).toEqual(['docs.list', 'docs.page']);
  expect(routes['docs.page']!.html).toBeGreaterThan(0);
  expect((await measure({}, { changed: new Set(['shell']) })).measured).toEqual([]);
});

test('a route is measured by its largest page', async () => {
  const { reasons } = await measure({ budget: { html: 10 } });
  expect(reasons).toEqual([expect.stringMatching(/^ADMISSION_BUDGET_PAGE: \/docs\/pages\/aa /)]);
});

test('a page is measured as it is sent, with the files that it requests', async () => {
  const html = `<img src="/assets/shell/main.0000000001.js"><img src="/assets/nobody/a.png">${'text '.repeat(1_000)}`;
  const { routes, served } = await measure({ html: () => html }, { sizes: 7 });
  const list = routes['docs.list']!;
  const { bytes } = served.releases['shell']!.files['client/main.0000000001.js']!;
  expect([list.images, list.js % 7]).toEqual([bytes, 0]);
  expect(list.js).toBeGreaterThan(0);
  expect(list.html).toBeLessThan(2_000);
  // The document, two pictures, the scripts of shell and app, the shell's stylesheet.
  expect(list.requests).toBeGreaterThanOrEqual(6);
});

const picture = (at: string) => `<img src="/assets/shell/main.0000000001.js">${at}`;

test.each([
  [{ html: 10 }, /docs\.page\) has \d+ bytes of html, its budget is 10: \d+ too many/],
  [{ images: 0 }, /docs\.page\) has (\d+) bytes of images, its budget is 0: \1 too many/],
])('a page over the budget %j is a warning with the measurement and the excess', async (budget, reason) => {
  expect((await measure({ budget, html: picture })).reasons).toEqual([expect.stringMatching(reason)]);
});

test.each([{}, { html: 10_000, images: 70_000 }])('a page within the budget %j passes', async (budget) =>
  expect((await measure({ budget, html: picture })).reasons).toEqual([]),
);

test('routes with a budget are measured first; after the time limit the others are left out', async () => {
  const routes = [...Array.from({ length: 20 }, (_, index) => `r${index}`), 'page'];
  const measured = await measure({ routes, budget: { images: 1 }, msPerPage: 300 });
  const names = Object.keys(measured.routes);
  expect(names[0]).toBe('docs.page');
  expect(names.length).toBeLessThan(6);
});

test('nothing is measured after the admission was aborted', async () => {
  const { measured, rendered } = await measure({}, { signal: AbortSignal.abort() });
  expect([measured, rendered]).toEqual([[], []]);
});

test('a release is compared with the live release of its app', async () => {
  const { release } = version('one');
  const beside = await measure({}, { live: { releases: { docs: release } } });
  expect(beside.measured).toMatchObject([{ before: { ...BEFORE, digest: release.digest } }]);
  const { measured } = await measure({}, { live: { releases: {} } });
  expect(measured[0]).not.toHaveProperty('before');
});

const budgeted = (budget: RouteBudget, text = 'x'.repeat(1000)) =>
  remoteRelease({
    routes: [{ id: 'docs.home', path: '/docs', budget }],
    client: { 'page.0000000002.js': text },
  }).release;

const checkBudgets = meterOf().budgets;

test('budgets count bytes as sent, not as stored', async () => {
  const release = budgeted({ js: 100, css: 0 });
  const sent = new Map(Object.values(release.files).map(({ sha256 }) => [sha256, 20]));
  expect(await checkBudgets(release, sent)).toEqual({ findings: [], warnings: [] });
  const { app, digest } = release;
  expect(await checkBudgets(release, new Map())).toMatchObject({
    findings: [],
    warnings: [{ app, code: 'ADMISSION_BUDGET', owner: app, digest }],
  });
});

test.each([1e9, 1])(
  'bytes above the limit of the operator are refused, whatever the budget is: %d',
  async (js) => {
    const large = budgeted({ js, css: 1e9 }, 'x'.repeat(MOST.js + 1));
    expect(await checkBudgets(large, new Map())).toMatchObject({
      findings: [{ code: 'ADMISSION_ROUTE_BYTES' }],
      warnings: [],
    });
  },
);

test('a warning about a budget names the five largest modules, by the source map', async () => {
  // Six segments of a line: columns 0, 16, 24, 28, 30 and 31 of 32 characters, each of another source.
  const map = JSON.stringify({
    version: 3,
    sources: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `src/${name}.ts`),
    names: [],
    mappings: 'AAAA,gBCAA,QCAA,ICAA,ECAA,CCAA',
  });
  const { release } = remoteRelease({
    routes: [{ id: 'docs.home', path: '/docs', budget: { js: 10, css: 0 } }],
    client: { 'page.0000000002.js': 'x'.repeat(32) },
    change: ({ files }) =>
      void (files['maps/client/page.0000000002.js.map'] = { sha256: 'f'.repeat(64), bytes: map.length }),
  });
  const read = async (sha256: string) => Buffer.from(sha256 === 'f'.repeat(64) ? map : 'x'.repeat(32));
  const { warnings } = await meterOf(read).budgets(release, new Map());
  expect(warnings[0]?.reason).toMatch(
    /too many; largest modules, in bytes before compression: src\/a\.ts 16, src\/b\.ts 8, src\/c\.ts 4, src\/d\.ts 2, src\/e\.ts 1$/,
  );
});
