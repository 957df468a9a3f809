import type { AnyVitalName } from '@voltframe/kit/contract/operations/vitals';
import { expect, test } from 'vitest';
import {
  createVitalStore,
  MOST_RELEASES,
  MOST_ROWS,
} from '../../../../src/observing/telemetry/vitals/vital-store.ts';
import { createVitals } from '../../../../src/observing/telemetry/vitals/vitals.ts';
import { countOf } from '../../../../src/platform/counts.ts';
import { DATABASES, openTestDatabase } from '../../../fixtures/test-database.ts';

const TIMES: AnyVitalName[] = ['lcp', 'inp', 'ttfb', 'hydration', 'navigation', 'render', 'upstream'];
/** Text of one row: each range of each figure, with a count of seven digits. */
const MOST_TEXT = 30_000;

test.each(DATABASES)(
  'on %s, a million values are bounded in memory and in rows, every valid one counts, and other apps are spared',
  async (kind) => {
    const db = await openTestDatabase(kind);
    const store = createVitalStore(db);
    /** The number of subjects of the app that each flush stored. */
    const subjects: number[] = [];
    const figures = createVitals({
      store: {
        ...store,
        add(day, counts) {
          subjects.push(subjects.pop()! + counts.filter(({ app }) => app === 'docs').length);
          return store.add(day, counts);
        },
      },
      live: () => undefined,
      before: async () => undefined,
      liveSince: async () => undefined,
      measured: async () => undefined,
      collect() {},
      now: () => 20_000 * 86_400_000,
    });
    const flush = () => (subjects.push(0), figures.flush());
    const absurd = [1e308, -1e308, -1, NaN, Infinity];
    for (let index = 0; index < 1_000_000; index++) {
      const of = { app: 'docs', release: `d${index % 3}`, route: `docs.${index % 500}` };
      const value = index % 100 === 0 ? absurd[(index / 100) % absurd.length]! : (index * 7_919) % 600_000;
      figures.note(of, TIMES[Math.floor(index / 500) % TIMES.length]!, value);
      if (index === 999_999) figures.note({ app: 'news', release: 'n1', route: 'news.home' }, 'lcp', 1);
      if (index % 500_000 === 499_999) await flush();
    }
    expect(Math.max(...subjects)).toBeLessThanOrEqual(450);
    const rows = await store.since('docs', 0);
    expect(rows.length).toBeLessThanOrEqual(MOST_ROWS + MOST_RELEASES);
    const counts = rows.flatMap((row) => [...row.figures.values()].map(countOf));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(990_000);
    expect(await store.since('news', 0)).toMatchObject([{ route: 'news.home' }]);
    const texts = await db.selectFrom('vital_day').select('figures').execute();
    expect(Math.max(...texts.map((row) => row.figures.length))).toBeLessThan(MOST_TEXT);
  },
);
