import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

type Database = Kysely<Tables>;

/** The history of a state store. */
export function historyQueries(db: Database) {
  return {
    addHistory: (entry: HistoryEntry) => insertHistory(db, entry),
    async history(filter: { app?: string; limit: number }): Promise<HistoryEntry[]> {
      let query = db
        .selectFrom('site_history')
        .leftJoin('site_release', (join) =>
          join
            .onRef('site_release.app', '=', 'site_history.app')
            .onRef('site_release.digest', '=', 'site_history.to_id'),
        )
        .selectAll('site_history')
        .select('site_release.identity')
        .orderBy('site_history.at', 'desc')
        .limit(filter.limit);
      if (filter.app !== undefined) query = query.where('site_history.app', '=', filter.app);
      const rows = await query.execute();
      return rows.map(({ at, actor, action, app, from_id, to_id, note, composition, identity }) => ({
        at,
        actor,
        action: action as HistoryAction,
        app,
        from: from_id,
        to: to_id,
        note,
        ...(composition !== null && { composition }),
        ...(identity !== null && { identity: JSON.parse(identity) as ReleaseIdentity }),
      }));
    },
  };
}

export async function insertHistory(
  db: Database | Transaction<Tables>,
  entry: HistoryEntry,
  composition: string | null = null,
): Promise<void> {
  const { at, actor, action, app, from, to } = entry;
  const note = entry.note.replaceAll('\0', ''); // what release code throws may hold one; PostgreSQL's text may not
  const row = { id: randomUUID(), at, actor, action, app, from_id: from, to_id: to, note, composition };
  await db.insertInto('site_history').values(row).execute();
}
