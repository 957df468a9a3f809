import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { AnyVitalName } from '@voltframe/kit/contract/operations/vitals';
import { DEVICE_CLASSES } from '@voltframe/kit/contract/reports/view-report';
import { describe, expect, test } from 'vitest';
import {
  createVitalStore,
  MOST_RELEASES,
  MOST_ROWS,
} from '../../../../src/observing/telemetry/vitals/vital-store.ts';
import { createVitals } from '../../../../src/observing/telemetry/vitals/vitals.ts';
import { countOf } from '../../../../src/platform/counts.ts';
import { createReportTaker } from '../../../../src/observing/errors/take-report.ts';
import { DATABASES, openTestDatabase } from '../../../fixtures/test-database.ts';

const NOW = 20_000 * 86_400_000;
/** The largest number of routes of a release. */
const ROUTES = Array.from({ length: 500 }, (_, index) => ({ app: 'docs', id: `docs.${index}` }));
const COMPOSITION = {
  id: 'c1',
  apps: { shell: 's1', docs: 'd1', news: 'n1' },
  routes: [...ROUTES, { app: 'news', id: 'news.home' }],
} as unknown as Composition;
const TIMES: AnyVitalName[] = ['lcp', 'inp', 'ttfb', 'hydration', 'navigation', 'render', 'upstream'];
/** Text of one row: each range of each figure, with a count of seven digits. */
const MOST_TEXT = 30_000;

describe.each(DATABASES)('a flood of figures on %s', (kind) => {
  const setUp = async () => {
    const db = await openTestDatabase(kind);
    const store = createVitalStore(db);
    /** The number of subjects that each flush stored. */
    const subjects: number[] = [];
    const figures = createVitals({
      store: {
        ...store,
        add(day, counts) {
          subjects.push(subjects.pop()! + counts.length);
          return store.add(day, counts);
        },
      },
      live: () => undefined,
      before: async () => undefined,
      liveSince: async () => undefined,
      measured: async () => undefined,
      collect() {},
      now: () => NOW,
    });
    const flush = () => (subjects.push(0), figures.flush());
    const rowsOf = async (app: string) => {
      const rows = await store.since(app, 0);
      const texts = await db.selectFrom('figure_day').select('figures').where('app', '=', app).execute();
      return { rows, longest: Math.max(...texts.map((row) => row.figures.length)) };
    };
    return { figures, flush, subjects, rowsOf };
  };

  test('of 500 routes and of unknown ones has a bounded number of rows, and spares other apps', async () => {
    const { figures, flush, subjects, rowsOf } = await setUp();
    const take = createReportTaker({
      live: () => COMPOSITION,
      find: async () => undefined,
      errors: { note: () => '' },
      vitals: figures,
      limits: { accept: () => true, share: () => 0, measured: () => true },
      onFailure: async () => {},
      now: () => NOW,
    });
    const from = { address: '192.0.2.1', browser: 'firefox' };
    const send = (route: string, device: (typeof DEVICE_CLASSES)[number], navigated = route) => {
      const vitals = { route, lcp: 900, navigations: [{ route: navigated, ms: 50 }] };
      return take({ version: 2, composition: 'c1', device, vitals }, from);
    };
    for (let index = 0; index < 2_000; index++) {
      expect(await send(`docs.x${index}`, 'small')).toMatchObject({ reason: expect.any(String) });
      expect(await send('docs.0', 'small', `docs.x${index}`)).toMatchObject({ reason: expect.any(String) });
    }
    await flush();
    expect(subjects).toEqual([0]);
    for (const device of DEVICE_CLASSES)
      for (const { id } of ROUTES) expect(await send(id, device)).toBeUndefined();
    await send('news.home', 'large');
    await flush();
    const { rows } = await rowsOf('docs');
    expect(rows.length).toBeLessThanOrEqual(MOST_ROWS + 1);
    const counted = (name: AnyVitalName) =>
      rows.reduce((sum, { figures: own }) => sum + countOf(own.get(name) ?? new Map()), 0);
    expect([counted('lcp'), counted('navigation')]).toEqual([1_500, 1_500]);
    expect((await rowsOf('news')).rows).toMatchObject([{ route: 'news.home', device: 'large' }]);
  });

  test('of a million values is bounded in memory and in rows, and counts every valid value', async () => {
    const { figures, flush, subjects, rowsOf } = await setUp();
    const absurd = [1e308, -1e308, -1, NaN, Infinity];
    for (let index = 0; index < 1_000_000; index++) {
      const of = { app: 'docs', release: `d${index % 3}`, route: `docs.${index % 500}` };
      const value = index % 100 === 0 ? absurd[(index / 100) % absurd.length]! : (index * 7_919) % 600_000;
      figures.note(of, TIMES[Math.floor(index / 500) % TIMES.length]!, value);
      if (index % 500_000 === 499_999) await flush();
    }
    expect(Math.max(...subjects)).toBeLessThanOrEqual(450);
    const { rows, longest } = await rowsOf('docs');
    expect(rows.length).toBeLessThanOrEqual(MOST_ROWS + MOST_RELEASES);
    expect(longest).toBeLessThan(MOST_TEXT);
    const counts = rows.flatMap((row) => [...row.figures.values()].map(countOf));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(990_000);
  });
});
