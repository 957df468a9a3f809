import type {
  ErrorGroup,
  ErrorGroupList,
  ErrorKind,
  ErrorSource,
} from '@voltframe/kit/contract/operations/error-groups';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

export interface ErrorQuery {
  /** Of an error screen: several groups may have it. */
  id?: string | undefined;
  app?: string | undefined;
  /** Digest, or the start of one. */
  release?: string | undefined;
  source?: ErrorSource | undefined;
  /** ms since the epoch: seen since then. */
  sinceMs?: number | undefined;
  limit: number;
}

/** Reads the stored errors. */
export interface ErrorReader {
  /** @returns the groups that fit, the last seen first. */
  list(query: ErrorQuery): Promise<ErrorGroupList>;
}

const ID_LENGTH = 8;

/** @param db opened by `openDatabase`. @param flush stores the errors that are in memory only. */
export function createErrorReader(db: Kysely<Tables>, flush: () => Promise<void>): ErrorReader {
  return {
    async list({ id, app, release, source, sinceMs, limit }) {
      await flush();
      let query = db
        .selectFrom('error_group')
        .selectAll()
        .select(
          sql<number>`(select count(*) from error_group as earlier
          where earlier.app = error_group.app and earlier.fingerprint = error_group.fingerprint
            and earlier.source = error_group.source and earlier.release <> error_group.release
            and earlier.first_seen < error_group.first_seen)`.as('earlier'),
        )
        .orderBy('last_seen', 'desc')
        .orderBy('app')
        .orderBy('fingerprint')
        .orderBy('release')
        .limit(limit + 1);
      if (id !== undefined) query = query.where('fingerprint', 'like', `${id}%`);
      if (app !== undefined) query = query.where('app', '=', app);
      if (release !== undefined) query = query.where('release', 'like', `${release}%`);
      if (source !== undefined) query = query.where('source', '=', source);
      if (sinceMs !== undefined) query = query.where('last_seen', '>=', sinceMs);
      const rows = await query.execute();
      return { groups: rows.slice(0, limit).map(groupOf), more: rows.length > limit };
    },
  };
}

function groupOf(row: Selectable<Tables['error_group']> & { earlier: number }): ErrorGroup {
  const { app, release, times, message, composition } = row;
  return {
    id: row.fingerprint.slice(0, ID_LENGTH),
    app,
    release,
    source: row.source as ErrorSource,
    times,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    isNew: row.earlier === 0,
    kind: row.kind as ErrorKind,
    message,
    ...(row.place !== null && { place: row.place }),
    frames: JSON.parse(row.frames) as string[],
    ...(row.route !== null && { route: row.route }),
    ...(row.browser !== null && { browser: row.browser }),
    composition,
  };
}
