import type { Composition } from '@voltframe/kit/contract/release/composition';
import { describe, expect, test } from 'vitest';
import { createVitalStore } from '../../../../src/observing/telemetry/vitals/vital-store.ts';
import { createVitals } from '../../../../src/observing/telemetry/vitals/vitals.ts';
import { DATABASES, openTestDatabase } from '../../../fixtures/test-database.ts';

const DAY_MS = 86_400_000;
const DAY = 20_000 * DAY_MS;

const SIZES = { html: 1, js: 2, css: 3, images: 4, requests: 5 };

function compositionOf(docs: string): Composition {
  return {
    apps: { shell: 's1', docs },
    routes: [
      { app: 'docs', id: 'docs.list' },
      { app: 'docs', id: 'docs.page' },
    ],
  } as never;
}

describe.each(DATABASES)('the vitals of an app on %s', (kind) => {
  const setUp = async () => {
    const db = await openTestDatabase(kind);
    const clock = { now: DAY + 1 };
    const store = createVitalStore(db);
    const failing = { on: false };
    const counted = { collect: () => {} };
    const figures = createVitals({
      store: {
        ...store,
        add: (...added) => (failing.on ? Promise.reject(new Error('disk')) : store.add(...added)),
      },
      live: (app) => ({ docs: 'd2', shell: 's1' })[app],
      before: async (app, release) => (app === 'docs' && release === 'd2' ? 'd1' : undefined),
      liveSince: async (app, release) => (release === 'd2' ? DAY : undefined),
      measured: async (app, release) =>
        app === 'docs' && ['d1', 'd2'].includes(release) ? { routes: { [release]: SIZES } } : undefined,
      collect: () => counted.collect(),
      now: () => clock.now,
    });
    const view = (release: string, lcp: number, device: 'small' | 'large' = 'small') =>
      figures.takeVitals({
        composition: compositionOf(release),
        device,
        vitals: { route: 'docs.page', lcp, navigations: [{ route: 'docs.list', ms: 50 }] },
      });
    return { figures, view, clock, failing, counted };
  };

  test('are compared with the previous release: of all routes, of each route, and by device', async () => {
    const { figures, view } = await setUp();
    for (let times = 0; times < 20; times++) view('d1', 1000);
    for (let times = 0; times < 3; times++) view('d2', 2000);
    view('d2', 500, 'large');
    const answer = (await figures.of('docs'))!;
    expect(answer).toMatchObject({
      app: 'docs',
      release: 'd2',
      before: 'd1',
      since: DAY,
      measured: { routes: { d2: SIZES } },
      measuredBefore: { routes: { d1: SIZES } },
    });
    const page = answer.routes.find(({ route, device }) => route === 'docs.page' && device === undefined)!;
    expect(page.figures).toHaveLength(1);
    const [lcp] = page.figures;
    expect(lcp).toMatchObject({ name: 'lcp', count: 4, before: { count: 20 } });
    expect(Math.abs(lcp!.p75 / 2000 - 1)).toBeLessThan(0.055);
    expect(Math.abs(lcp!.before!.p75 / 1000 - 1)).toBeLessThan(0.055);
    expect(answer.routes.map(({ route, device }) => [route, device])).toEqual([
      [undefined, undefined],
      [undefined, 'small'],
      [undefined, 'large'],
      ['docs.list', undefined],
      ['docs.list', 'small'],
      ['docs.list', 'large'],
      ['docs.page', undefined],
      ['docs.page', 'small'],
      ['docs.page', 'large'],
    ]);
  });

  test('count for the shell too', async () => {
    const { figures, view } = await setUp();
    view('d2', 2000);
    expect((await figures.of('shell'))!.routes[0]!.figures[0]).toMatchObject({ name: 'lcp', count: 1 });
  });

  test('count a layout shift in thousandths', async () => {
    const { figures } = await setUp();
    const vitals = { route: 'docs.page', cls: 0.1 };
    figures.takeVitals({ composition: compositionOf('d2'), device: 'small', vitals });
    const [cls] = (await figures.of('docs'))!.routes[0]!.figures;
    expect([cls!.name, Math.abs(cls!.p75 / 0.1 - 1) < 0.055]).toEqual(['cls', true]);
  });

  test.each([
    [19, undefined],
    [20, { count: 20 }],
  ])('are compared with a release of %i visitors: %j', async (visitors, before) => {
    const { figures, view } = await setUp();
    for (let times = 0; times < visitors; times++) view('d1', 1000);
    view('d2', 2000);
    const [lcp] = (await figures.of('docs'))!.routes[0]!.figures;
    if (before) expect(lcp!.before).toMatchObject(before);
    else expect(lcp).not.toHaveProperty('before');
  });

  test('exclude unknown routes and values out of range', async () => {
    const { figures } = await setUp();
    const composition = compositionOf('d2');
    for (const lcp of [1e308, -1, NaN]) {
      figures.takeVitals({ composition, device: 'small', vitals: { route: 'docs.page', lcp } });
      figures.takeVitals({ composition, device: 'small', vitals: { route: '__proto__', lcp: 100 } });
    }
    expect((await figures.of('docs'))!.routes).toEqual([]);
    expect(await figures.of('shell')).toBeUndefined();
  });

  test('include the answers of the gateway and the cache hits', async () => {
    const { figures } = await setUp();
    const page = { app: 'docs', release: 'd2', route: 'docs.page' };
    figures.note(page, 'render', 12);
    figures.answered(page, 3, 2);
    expect((await figures.of('docs'))!.routes).toMatchObject([
      { figures: [{ name: 'render', count: 1 }], cache: { hits: 2, answers: 3 } },
      { route: 'docs.page', cache: { hits: 2, answers: 3 } },
    ]);
  });

  test('collect pending counts when they are read', async () => {
    const { figures, counted } = await setUp();
    let times = 7;
    counted.collect = () => {
      figures.answered({ app: 'docs', release: 'd2', route: '' }, times, times);
      times = 0;
    };
    expect((await figures.of('docs'))!.routes[0]!.cache).toEqual({ hits: 7, answers: 7 });
    expect((await figures.of('docs'))!.routes[0]!.cache).toEqual({ hits: 7, answers: 7 });
  });

  test('survive a failed write to the database', async () => {
    const { figures, view, failing } = await setUp();
    view('d2', 2000);
    failing.on = true;
    await expect(figures.flush()).rejects.toThrow('disk');
    failing.on = false;
    expect((await figures.of('docs'))!.routes[0]!.figures[0]!.count).toBe(1);
  });

  test('are undefined for an unknown release', async () => {
    const { figures } = await setUp();
    expect(await figures.of('nobody')).toBeUndefined();
    expect(await figures.of('docs', 'd9')).toBeUndefined();
  });

  test('form a series of days for each release', async () => {
    const { figures, view, clock } = await setUp();
    view('d1', 1000);
    await figures.flush();
    clock.now += DAY_MS;
    view('d1', 1000);
    view('d2', 2000);
    const series = await figures.series('docs', 'lcp', 30);
    expect(series.map(({ dayMs, release, count }) => [dayMs, release, count])).toEqual([
      [DAY, 'd1', 1],
      [DAY + DAY_MS, 'd1', 1],
      [DAY + DAY_MS, 'd2', 1],
    ]);
    expect(await figures.series('docs', 'lcp', 1)).toHaveLength(2);
    expect((await figures.of('docs', 'd1'))!.routes[0]!.figures).toMatchObject([
      { name: 'lcp', count: 2 },
      { name: 'navigation', count: 2 },
    ]);
  });
});
