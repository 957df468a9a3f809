import type { ErrorGroup, ErrorGroupList, ErrorKind } from '@voltframe/kit/contract/operations/error-groups';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { LIMITS } from './error-store.ts';

/** How many errors an app's release had within an hour. */
export interface HourRate {
  release: string;
  hourMs: number;
  times: number;
}

export interface ErrorQuery {
  app?: string;
  /** Digest, or the start of one. */
  release?: string;
  /** ms since the epoch: seen since then. */
  sinceMs?: number;
  /** Only errors on the server at listed addresses, which strangers cannot cause in number. */
  onlyListed?: boolean;
  limit: number;
}

export type ErrorQueries = ReturnType<typeof createErrorQueries>;

type Row = Selectable<Tables['error_group']> & { older: number | null };
type Counts = Pick<ErrorGroup, 'routes' | 'browsers'>;

/** Reads the stored errors. @param db opened by `openDatabase`. */
export function createErrorQueries(db: Kysely<Tables>) {
  const groups = () => db.selectFrom('error_group').selectAll().select(olderAlike);
  return {
    async list({ app, release, sinceMs, onlyListed, limit }: ErrorQuery): Promise<ErrorGroupList> {
      let query = groups()
        .orderBy('last_seen', 'desc')
        .orderBy('key')
        .limit(limit + 1);
      if (app !== undefined) query = query.where('app', '=', app);
      if (release !== undefined) query = query.where('release', 'like', `${release}%`);
      if (sinceMs !== undefined) query = query.where('last_seen', '>=', sinceMs);
      if (onlyListed) query = query.where('of_server', '=', 1).where('unlisted', '=', 0);
      const rows = await query.execute();
      const shown = rows.slice(0, limit);
      return { groups: await described(db, shown), more: rows.length > limit || (await isFull(db, app)) };
    },
    async find(id: string): Promise<ErrorGroup[]> {
      const rows = await groups()
        .where((where) =>
          where.or([
            // The id in lists and alerts, which stays the same when the group gets further ids.
            where('id', '=', id),
            where('key', 'in', where.selectFrom('error_group_id').select('key').where('id', '=', id)),
          ]),
        )
        .orderBy('last_seen', 'desc')
        .limit(LIMITS.groups)
        .execute();
      return (await described(db, rows)).map((group) => ({ ...group, id }));
    },
    async rates(app: string, fromMs: number, toMs: number): Promise<HourRate[]> {
      const rows = await db
        .selectFrom('error_group_hour')
        .selectAll()
        .where('app', '=', app)
        .where('hour', '>=', fromMs)
        .where('hour', '<', toMs)
        .orderBy('hour')
        .orderBy('release')
        .execute();
      return rows.map(({ release, hour, times }) => ({ release, hourMs: hour, times }));
    },
  };
}

/** How many other releases of the app had it before. */
function olderAlike(query: ExpressionBuilder<Tables, 'error_group'>) {
  return query
    .selectFrom('error_group as other')
    .select((other) => other.fn.countAll<number>().as('count'))
    .whereRef('other.app', '=', 'error_group.app')
    .whereRef('other.alike', '=', 'error_group.alike')
    .whereRef('other.release', '<>', 'error_group.release')
    .whereRef('other.first_seen', '<', 'error_group.first_seen')
    .as('older');
}

/** An app with the largest stored number of groups may have had more. */
async function isFull(db: Kysely<Tables>, app: string | undefined): Promise<boolean> {
  let query = db
    .selectFrom('error_group')
    .select('app')
    .groupBy(['app', 'of_server', 'unlisted'])
    .having(sql<number>`count(*)`, '>=', LIMITS.groups)
    .limit(1);
  if (app !== undefined) query = query.where('app', '=', app);
  return (await query.execute()).length > 0;
}

async function described(db: Kysely<Tables>, rows: Row[]): Promise<ErrorGroup[]> {
  const counts = await countsOf(
    db,
    rows.map(({ key }) => key),
  );
  return rows.map((row) => ({
    id: row.id,
    app: row.app,
    release: row.release,
    kind: row.kind as ErrorKind,
    message: row.message,
    ...(row.place !== null && { place: row.place }),
    frames: JSON.parse(row.frames) as string[],
    ...(counts.get(row.key) ?? { routes: [], browsers: {} }),
    times: row.times,
    visitors: row.visitors,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    composition: row.composition,
    isNew: Number(row.older) === 0,
    ...(row.unlisted === 1 && { unlisted: true as const }),
  }));
}

async function countsOf(db: Kysely<Tables>, keys: string[]): Promise<Map<string, Counts>> {
  const counts = new Map<string, Counts>(keys.map((key) => [key, { routes: [], browsers: {} }]));
  if (keys.length === 0) return counts;
  const rows = await db
    .selectFrom('error_group_count')
    .selectAll()
    .where('key', 'in', keys)
    .orderBy('times', 'desc')
    .orderBy('name')
    .execute();
  for (const { key, what, name, times } of rows) {
    const own = counts.get(key)!;
    if (what === 'route') own.routes.push(name);
    else own.browsers[name] = times;
  }
  return counts;
}
