import type { AnyVitalName } from '@voltframe/kit/contract/operations/vitals';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { decodeHistogram, encodeHistogram } from '../../../platform/counts.ts';
import {
  addVitals,
  keyOf,
  noVitals,
  type VitalCounts,
  type VitalSubject,
  type VitalSums,
  wholeOf,
} from './vital-tally.ts';

/** The measurements of one subject on one day. */
export interface DayVitals extends VitalCounts {
  /** Begin of the day in UTC, ms since the epoch. */
  day: number;
}

export type VitalStore = ReturnType<typeof createVitalStore>;

const KEY = ['app', 'day', 'release', 'route', 'device'] as const;
/** The rows of an app and day by route and device; further ones count for the release as a whole. */
export const MOST_ROWS = 300;
/** Releases of an app that have a row on one day. */
export const MOST_RELEASES = 50;
/** The limit of one pruning. */
const MOST_FOLDED = 200;

/** The measurements by day, of all gateways of the site together. @param db opened by `openDatabase`. */
export function createVitalStore(db: Kysely<Tables>) {
  return {
    /** Adds to the counts of that day, atomically across gateways: all of them, or none when it throws. */
    add: (day: number, counts: VitalCounts[]): Promise<void> =>
      db.transaction().execute((tx) => addAll(tx, day, counts)),
    /** Of one release. */
    async of(app: string, release: string): Promise<DayVitals[]> {
      const rows = await db
        .selectFrom('vital_day')
        .selectAll()
        .where('app', '=', app)
        .where('release', '=', release)
        .execute();
      return rows.map(fromRow);
    },
    /** Of all releases of an app, from a day on; the oldest first. */
    async since(app: string, day: number): Promise<DayVitals[]> {
      const rows = await db
        .selectFrom('vital_day')
        .selectAll()
        .where('app', '=', app)
        .where('day', '>=', day)
        .orderBy('day')
        .execute();
      return rows.map(fromRow);
    },
    /** Removes old days, and merges older days of a release: only recent days are stored by route and device. */
    async prune({ removeBefore, foldBefore }: { removeBefore: number; foldBefore: number }): Promise<void> {
      await db.deleteFrom('vital_day').where('day', '<', removeBefore).execute();
      await foldDays(db, foldBefore);
    },
  };
}

/** In the order of their keys: two gateways that add the same rows wait for each other, and never both. */
async function addAll(tx: Transaction<Tables>, day: number, counts: VitalCounts[]): Promise<void> {
  const byApp = [...Map.groupBy(counts, ({ app }) => app)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [app, ofApp] of byApp) {
    const placed = withPlaces(ofApp, await keysOf(tx, app, day));
    for (const [, entry] of [...placed].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await addOne(tx, day, entry);
  }
}

async function keysOf(tx: Transaction<Tables>, app: string, day: number): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('vital_day')
    .select(['release', 'route', 'device'])
    .where('app', '=', app)
    .where('day', '=', day)
    .execute();
  return new Set(rows.map(keyOf));
}

/** @param known keys of the existing rows; receives the keys of new ones. @returns the additions, by key. */
function withPlaces(counts: VitalCounts[], known: Set<string>): Map<string, VitalCounts> {
  const placed = new Map<string, VitalCounts>();
  for (const entry of counts) {
    const own = known.has(keyOf(entry)) || known.size < MOST_ROWS ? entry : wholeOf(entry);
    const key = keyOf(own);
    if (!known.has(key) && known.size >= MOST_ROWS + MOST_RELEASES) continue;
    known.add(key);
    const sum = placed.get(key) ?? { ...own, ...noVitals() };
    addVitals(sum, entry);
    placed.set(key, sum);
  }
  return placed;
}

/** The first statement locks the row and returns the value that the second one replaces. */
async function addOne(tx: Transaction<Tables>, day: number, entry: VitalCounts): Promise<void> {
  const { app, release, route, device, answers, hits } = entry;
  const row = await tx
    .insertInto('vital_day')
    .values({ app, release, route, device, day, answers, hits, figures: '{}' })
    .onConflict((conflict) =>
      conflict.columns([...KEY]).doUpdateSet((at) => ({
        answers: at('vital_day.answers', '+', answers),
        hits: at('vital_day.hits', '+', hits),
      })),
    )
    .returning('figures')
    .executeTakeFirstOrThrow();
  if (entry.figures.size === 0) return;
  const sum = { ...noVitals(), figures: decodeVitals(row.figures) };
  addVitals(sum, entry);
  await tx
    .updateTable('vital_day')
    .set({ figures: encodeVitals(sum.figures) })
    .where('app', '=', app)
    .where('day', '=', day)
    .where('release', '=', release)
    .where('route', '=', route)
    .where('device', '=', device)
    .execute();
}

async function foldDays(db: Kysely<Tables>, before: number): Promise<void> {
  const old = await db
    .selectFrom('vital_day')
    .select(['app', 'day'])
    .distinct()
    .where('day', '<', before)
    .where((where) => where.or([where('route', '!=', ''), where('device', '!=', '')]))
    .limit(MOST_FOLDED)
    .execute();
  for (const { app, day } of old)
    await db.transaction().execute(async (tx) => {
      // Rows that another gateway has removed are merged by that one.
      const rows = await tx
        .deleteFrom('vital_day')
        .where('app', '=', app)
        .where('day', '=', day)
        .where((where) => where.or([where('route', '!=', ''), where('device', '!=', '')]))
        .returningAll()
        .execute();
      await addAll(
        tx,
        day,
        rows.map((row) => wholeOf(fromRow(row))),
      );
    });
}

function fromRow(row: Selectable<Tables['vital_day']>): DayVitals {
  const device = row.device as VitalSubject['device'];
  return { ...row, device, figures: decodeVitals(row.figures) };
}

function encodeVitals(figures: VitalSums['figures']): string {
  return JSON.stringify(
    Object.fromEntries([...figures].map(([name, histogram]) => [name, encodeHistogram(histogram)])),
  );
}

function decodeVitals(text: string): VitalSums['figures'] {
  const figures = Object.entries(JSON.parse(text) as Record<AnyVitalName, string>);
  return new Map(figures.map(([name, histogram]) => [name as AnyVitalName, decodeHistogram(histogram)]));
}
