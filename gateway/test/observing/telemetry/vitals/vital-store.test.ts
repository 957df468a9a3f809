import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createVitalStore,
  MOST_RELEASES,
  MOST_ROWS,
} from '../../../../src/observing/telemetry/vitals/vital-store.ts';
import type { VitalCounts } from '../../../../src/observing/telemetry/vitals/vital-tally.ts';
import { countOf, observe } from '../../../../src/platform/counts.ts';
import { openDatabase } from '../../../../src/platform/database/database.ts';
import { DATABASES, testDatabase } from '../../../fixtures/test-database.ts';

const DAY_MS = 86_400_000;
const DAY = 20_000 * DAY_MS;

function counts(of: Partial<VitalCounts> = {}, ms = 100): VitalCounts {
  const histogram = new Map<number, number>();
  observe(histogram, ms);
  return {
    app: 'docs',
    release: 'd1',
    route: 'docs.page',
    device: 'small',
    answers: 1,
    hits: 0,
    figures: new Map([['lcp', histogram]]),
    ...of,
  };
}

describe.each(DATABASES)('the vital store on %s', (kind) => {
  const setUp = async () => {
    const config = await testDatabase(kind);
    const open = async () => {
      const db = await openDatabase(config);
      onTestFinished(() => db.destroy());
      return createVitalStore(db);
    };
    return { store: await open(), open };
  };

  test('bounds the rows of an app and day, and counts the rest for the release as a whole', async () => {
    const { store } = await setUp();
    const many = Array.from({ length: MOST_ROWS + 100 }, (_, index) => counts({ route: `r${index}` }));
    const releases = Array.from({ length: 2 * MOST_RELEASES }, (_, index) =>
      counts({ release: `x${index}` }),
    );
    await store.add(DAY, many);
    await store.add(DAY, releases);
    await store.add(DAY, [counts({ app: 'news' })]);
    expect(await store.since('docs', DAY)).toHaveLength(MOST_ROWS + MOST_RELEASES);
    const own = await store.of('docs', 'd1');
    expect(own.reduce((sum, { answers }) => sum + answers, 0)).toBe(MOST_ROWS + 100);
    expect(await store.since('news', DAY)).toMatchObject([{ route: 'docs.page' }]);
  });

  test('folds older days of a release into one row, and deletes the oldest', async () => {
    const { store } = await setUp();
    for (const day of [DAY, DAY + DAY_MS, DAY + 2 * DAY_MS])
      await store.add(day, [
        counts(),
        counts({ device: '' }),
        counts({ release: 'd2', route: 'docs.other' }),
      ]);
    await store.prune({ removeBefore: DAY + DAY_MS, foldBefore: DAY + 2 * DAY_MS });
    await store.prune({ removeBefore: DAY + DAY_MS, foldBefore: DAY + 2 * DAY_MS });
    const own = await store.since('docs', 0);
    expect(own.map(({ day, release, route, answers }) => [day, release, route, answers])).toEqual(
      expect.arrayContaining([
        [DAY + DAY_MS, 'd1', '', 2],
        [DAY + DAY_MS, 'd2', '', 1],
        [DAY + 2 * DAY_MS, 'd1', 'docs.page', 1],
      ]),
    );
    expect(own).toHaveLength(5);
    expect(countOf(own.find(({ route }) => route === '')!.figures.get('lcp')!)).toBe(2);
  });

  test('loses nothing when gateways fold old days and write at the same time', async () => {
    const { store, open } = await setUp();
    const other = kind === 'PostgreSQL' ? await open() : store;
    const today = DAY + 10 * DAY_MS;
    const rows = Array.from({ length: 20 }, (_, index) => counts({ route: `r${index}` }));
    for (let day = DAY; day < today; day += DAY_MS) await store.add(day, rows);
    const old = { removeBefore: DAY + 2 * DAY_MS, foldBefore: today };
    await Promise.all([store, other, store, other].flatMap((own) => [own.prune(old), own.add(today, rows)]));
    const found = await store.of('docs', 'd1');
    const folded = found.filter(({ day }) => day < today);
    expect(folded).toHaveLength(8);
    for (const { route, answers, figures } of folded)
      expect([route, answers, countOf(figures.get('lcp')!)]).toEqual(['', 20, 20]);
    const young = found.filter(({ day }) => day === today);
    const sums = young.map(({ answers, figures }) => [answers, countOf(figures.get('lcp')!)]);
    expect(sums).toEqual(rows.map(() => [4, 4]));
  });
});
