import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { DAY_MS } from '@voltframe/kit/contract/units';
import type { Kysely, Transaction } from 'kysely';
import { takeHistory } from '../history/history-store.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { RECEIVER } from './receivers.ts';

/** What a delivery is about; the kind of its row in the outbox. */
export type Subject = 'change' | 'new-error' | 'form-entry';

/** Most new errors of a release that a receiver gets; further ones are on the operations page and in `mfe errors`. */
export const MOST_NEW_ERRORS = 20;
/** Most deploys, refusals and rollbacks of an app that receivers get within a day; further ones are in the history. */
export const MOST_CHANGES_A_DAY = 500;
const CHANGES = ['activate', 'refuse', 'rollback'];
/** Digits of a digest in the subject of a new error. */
const RELEASE_DIGITS = 20;

/** An error of a release. */
export interface ReleaseError {
  release: string;
  /** Id of the error. */
  id: string;
}

/** @returns the subject of a delivery about an error; short enough for its column. */
export function errorSubject({ release, id }: ReleaseError): string {
  return `${release.slice(0, RELEASE_DIGITS)}.${id}`;
}

/** @param subject see {@link errorSubject}. @returns the start of the digest, and the id of the error. */
export function readErrorSubject(subject: string): ReleaseError {
  const [release = '', id = ''] = subject.split('.');
  return { release, id };
}

/**
 * The deliveries of events. The history and the errors are the facts; a delivery names one of them, and its body is
 * written when it is sent.
 * @param db opened by `openDatabase`.
 */
export function createEventStore(db: Kysely<Tables>, outbox: Pick<Outbox, 'add'>) {
  return {
    /**
     * Takes the entries of the history that were written since, and stores their deliveries in the same transaction:
     * each entry is taken once, by one of the gateways.
     * @param channelsOf the outbox channels of an entry. @returns the number of deliveries.
     */
    async addChanges(channelsOf: (entry: HistoryEntry) => readonly string[]): Promise<number> {
      // Usually there is no entry, and then SQLite's write lock is not taken.
      const due = db.selectFrom('history').select('id').where('event_due', 'is not', null).limit(1);
      if (!(await due.executeTakeFirst())) return 0;
      return db.transaction().execute(async (tx) => {
        let added = 0;
        for (const { id, entry } of await takeHistory(tx)) {
          const channels = channelsOf(entry);
          if (channels.length === 0 || (await isFlooding(tx, entry))) continue;
          const { at } = entry;
          await outbox.add(
            tx,
            channels.map((channel) => ({ subjectId: id, kind: 'change' satisfies Subject, channel, at })),
          );
          added += channels.length;
        }
        return added;
      });
    },
    /**
     * Stores the deliveries of the errors of a release to a channel, each once and at most {@link MOST_NEW_ERRORS}.
     * @param at ms since the epoch. @returns the number of deliveries.
     */
    async addErrors(channel: string, errors: readonly ReleaseError[], at: number): Promise<number> {
      const [first] = errors;
      if (!first) return 0;
      const rows = await db
        .selectFrom('outbox')
        .select('subject_id')
        .where('kind', '=', 'new-error')
        .where('channel', '=', channel)
        .where('subject_id', 'like', `${errorSubject({ ...first, id: '' })}%`)
        .execute();
      const known = new Set(rows.map((row) => row.subject_id));
      // Errors with the same message in several files share an id.
      const fresh = [...new Set(errors.map(errorSubject))]
        .filter((subject) => !known.has(subject))
        .slice(0, Math.max(0, MOST_NEW_ERRORS - known.size));
      if (fresh.length === 0) return 0;
      await db.transaction().execute((tx) =>
        outbox.add(
          tx,
          fresh.map((subjectId) => ({ subjectId, kind: 'new-error' satisfies Subject, channel, at })),
        ),
      );
      return fresh.length;
    },
    /**
     * Removes deliveries from before `before` (ms since the epoch) that still wait, also of removed receivers. Form
     * entries stay: their deliveries are removed with them.
     */
    async tidy(before: number): Promise<void> {
      await db
        .deleteFrom('outbox')
        .where('channel', 'like', `${RECEIVER}%`)
        .where('kind', '!=', 'form-entry' satisfies Subject)
        .where('sent_at', 'is', null)
        .where('created_at', '<', before)
        .execute();
    },
  };
}

/** @returns whether the app already has as many changes within the day as are sent. */
async function isFlooding(tx: Transaction<Tables>, { app, at }: HistoryEntry): Promise<boolean> {
  const { count } = await tx
    .selectFrom('history')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('app', '=', app)
    .where('action', 'in', CHANGES)
    .where('at', '>', at - DAY_MS)
    .where('at', '<=', at)
    .executeTakeFirstOrThrow();
  return count > MOST_CHANGES_A_DAY;
}
