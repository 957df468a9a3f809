import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { alikeMessage, cleanMessage, DAY_MS } from './privacy.ts';
import type { Attributed, ErrorOrigin, ErrorTally, HourTally } from './pending-errors.ts';

export type ErrorStore = ReturnType<typeof createErrorStore>;
export type AttributedTally = ErrorTally & { where: Attributed };

/** The limits of an app: groups of each origin; and of a group: ids, routes, and visitors a day. */
export const LIMITS = { groups: 100, ids: 20, routes: 10, visitors: 200 } as const;
/** The label of routes past the tenth. */
export const OTHER_ROUTES = 'other';
const MOST_FRAMES_BYTES = 4_000;
const EVERYTHING = 1_000_000;

type Tx = Transaction<Tables>;
interface Group {
  key: string;
  alike: string;
  message: string;
  tally: AttributedTally;
}
type Seen = Pick<Tables['error_group'], 'key' | 'last_seen'>;

const ORIGINS: readonly ErrorOrigin[] = ['listed', 'unlisted', 'browsers'];

function columnsOf(origin: ErrorOrigin): Pick<Tables['error_group'], 'of_server' | 'unlisted'> {
  return { of_server: Number(origin !== 'browsers'), unlisted: Number(origin === 'unlisted') };
}

/** Stores errors; the counts of several gateways add up. @param db opened by `openDatabase`. */
export function createErrorStore(db: Kysely<Tables>) {
  return {
    /** Atomic: stores all entries, or none when it throws. */
    async add(errors: AttributedTally[], hours: HourTally[]): Promise<void> {
      const groups = errors.map(groupOf).toSorted(inOrder);
      await db.transaction().execute(async (tx) => {
        for (const group of groups) {
          await addGroup(tx, group);
          await addId(tx, group);
          await addCounts(tx, group);
          await addVisitors(tx, group);
        }
        for (const hour of hours.toSorted((a, b) => (hourKey(a) < hourKey(b) ? -1 : 1)))
          await addHour(tx, hour);
      });
    },
    /** Deletes the excess entries of these apps. @param at ms since the epoch. */
    async bound(apps: ReadonlySet<string>, at: number): Promise<void> {
      const surplus: Seen[] = [];
      for (const app of apps)
        for (const origin of ORIGINS) surplus.push(...(await surplusOf(db, app, origin, at)));
      await remove(db, surplus);
    },
    /** Deletes entries that were not seen since. @param since ms since the epoch. */
    async prune(since: number): Promise<void> {
      const old = db.selectFrom('error_group').select(['key', 'last_seen']).where('last_seen', '<', since);
      await remove(db, await old.execute());
      await db.deleteFrom('error_group_hour').where('hour', '<', since).execute();
    },
  };
}

/**
 * Errors with the same message and place are one group, in every browser. The text of a browser or of an invented
 * address is never in a group of the listed pages.
 */
function groupOf(tally: AttributedTally): Group {
  const { app, release, place, frames } = tally.where;
  const apart = tally.origin === 'listed' ? [] : [tally.origin];
  const message = cleanMessage(tally.seen.message);
  const words = alikeMessage(message);
  const file = (place ?? frames[0] ?? '').replace(/:\d+/g, '');
  return {
    key: digest([app, release, words, place ?? file, ...apart]),
    // An error that only invented addresses produced before is new on a listed page.
    alike: digest([words, file, ...(tally.origin === 'unlisted' ? apart : [])]),
    message,
    tally,
  };
}

function digest(parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 24);
}

async function addGroup(tx: Tx, { key, alike, message, tally }: Group): Promise<void> {
  const { where, id, origin, seen, firstSeen, lastSeen, times } = tally;
  await tx
    .insertInto('error_group')
    .values({
      key,
      app: where.app,
      release: where.release,
      alike,
      id,
      kind: where.kind,
      ...columnsOf(origin),
      message,
      place: where.place ?? null,
      frames: JSON.stringify(boundFrames(where.frames)),
      composition: seen.composition,
      first_seen: firstSeen,
      last_seen: lastSeen,
      times,
      visitors: 0,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        times: sql`error_group.times + excluded.times`,
        first_seen: sql`case when excluded.first_seen < error_group.first_seen then excluded.first_seen else error_group.first_seen end`,
        last_seen: sql`case when excluded.last_seen > error_group.last_seen then excluded.last_seen else error_group.last_seen end`,
      }),
    )
    .execute();
}

function boundFrames(frames: string[]): string[] {
  let left = MOST_FRAMES_BYTES;
  return frames.filter((frame) => (left -= frame.length) >= 0);
}

/** The newest stay. */
async function addId(tx: Tx, { key, tally }: Group): Promise<void> {
  const { id, lastSeen: seen_at } = tally;
  await tx
    .insertInto('error_group_id')
    .values({ id, key, seen_at })
    .onConflict((conflict) => conflict.columns(['id', 'key']).doUpdateSet({ seen_at }))
    .execute();
  await tx
    .deleteFrom('error_group_id')
    .where('key', '=', key)
    .where('id', 'in', (query) =>
      query
        .selectFrom('error_group_id')
        .select('id')
        .where('key', '=', key)
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .limit(EVERYTHING)
        .offset(LIMITS.ids),
    )
    .execute();
}

async function addCounts(tx: Tx, { key, tally }: Group): Promise<void> {
  const known = await tx
    .selectFrom('error_group_count')
    .select('name')
    .where('key', '=', key)
    .where('what', '=', 'route')
    .execute();
  const names = new Set(known.map(({ name }) => name));
  for (const [route, times] of [...tally.routes].toSorted()) {
    const name = names.has(route) || names.size < LIMITS.routes ? route : OTHER_ROUTES;
    names.add(name);
    await addCount(tx, key, 'route', name, times);
  }
  for (const [browser, times] of [...tally.browsers].toSorted())
    await addCount(tx, key, 'browser', browser, times);
}

async function addCount(
  tx: Tx,
  key: string,
  what: 'route' | 'browser',
  name: string,
  times: number,
): Promise<void> {
  await tx
    .insertInto('error_group_count')
    .values({ key, what, name, times })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'what', 'name'])
        .doUpdateSet({ times: sql`error_group_count.times + excluded.times` }),
    )
    .execute();
}

/** Each visitor counts once a day, over all gateways. */
async function addVisitors(tx: Tx, { key, tally }: Group): Promise<void> {
  let added = 0;
  for (const day of new Set(tally.visitors.values())) {
    const { count } = await tx
      .selectFrom('error_group_visitor')
      .select((query) => query.fn.countAll<number>().as('count'))
      .where('key', '=', key)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
    const visitors = [...tally.visitors].filter((entry) => entry[1] === day).map(([visitor]) => visitor);
    const counted = visitors.toSorted().slice(0, Math.max(0, LIMITS.visitors - count));
    if (counted.length === 0) continue;
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('error_group_visitor')
      .values(counted.map((visitor) => ({ key, day, visitor })))
      .onConflict((conflict) => conflict.columns(['key', 'day', 'visitor']).doNothing())
      .executeTakeFirstOrThrow();
    added += Number(numInsertedOrUpdatedRows);
  }
  if (added === 0) return;
  await tx
    .updateTable('error_group')
    .set((row) => ({ visitors: row('visitors', '+', added) }))
    .where('key', '=', key)
    .execute();
}

function hourKey({ app, release, hour }: HourTally): string {
  return `${app} ${release} ${hour}`;
}

async function addHour(tx: Tx, row: HourTally): Promise<void> {
  await tx
    .insertInto('error_group_hour')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['app', 'release', 'hour'])
        .doUpdateSet({ times: sql`error_group_hour.times + excluded.times` }),
    )
    .execute();
}

/**
 * The order of eviction when an app has too many: errors that were not seen for a day, then those of the fewest
 * distinct visitors; how often one visitor met it, that visitor can choose. Errors on the server count by number.
 */
function surplusOf(db: Kysely<Tables>, app: string, origin: ErrorOrigin, at: number): Promise<Seen[]> {
  const { of_server, unlisted } = columnsOf(origin);
  return db
    .selectFrom('error_group')
    .select(['key', 'last_seen'])
    .where('app', '=', app)
    .where('of_server', '=', of_server)
    .where('unlisted', '=', unlisted)
    .orderBy(sql`case when last_seen > ${at - DAY_MS} then 0 else 1 end`)
    .orderBy(of_server ? 'times' : 'visitors', 'desc')
    .orderBy('last_seen', 'desc')
    .orderBy('key')
    .limit(EVERYTHING)
    .offset(LIMITS.groups)
    .execute();
}

/** Entries that occurred again since the query stay. */
async function remove(db: Kysely<Tables>, groups: Seen[]): Promise<void> {
  if (groups.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const { key, last_seen } of groups.toSorted(inOrder))
      await tx.deleteFrom('error_group').where('key', '=', key).where('last_seen', '=', last_seen).execute();
  });
}

/** Of groups, which every transaction touches in this order: two gateways wait for each other, and never both. */
function inOrder(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}
