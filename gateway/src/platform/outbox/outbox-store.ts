import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { OutboxRow, Tables } from '../database/tables.ts';

/** Channel of rows that wait until a channel for them is configured. */
const NO_CHANNEL = 'none';

/** One delivery that is to be made. */
export interface OutboxEntry {
  /** Id of the record that the delivery is about. */
  subjectId: string;
  kind: string;
  channel: string;
  /** When the delivery is due for the first time; ms since the epoch. */
  at: number;
  /** Stays the same over all attempts. Default: one id for each subject and channel. */
  id?: string;
}

export interface OutboxDepth {
  channel: string;
  waiting: number;
  /** ms since the epoch. */
  oldest: number;
  /** Code of a failed attempt. */
  error?: string | null;
}

/**
 * Why a delivery failed: the receiver did not answer, refused it for now, or refuses it for good (SMTP 5xx).
 */
export type DeliveryFailure = 'unreachable' | 'refused' | 'permanent';

/** A delivery failed. The error carries a code only, so that it may be stored and logged. */
export class DeliveryError extends Error {
  readonly code: string;
  readonly failure: DeliveryFailure;

  constructor(code: string, failure: DeliveryFailure) {
    super(`delivery failed: ${code}`);
    this.name = 'DeliveryError';
    this.code = code;
    this.failure = failure;
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a transaction of any user of the outbox
export type AnyTransaction = Transaction<any>;

const LONGEST_ERROR = 80;
/** A statement takes a limited number of parameters. */
const MOST_PARAMETERS = 500;

/** Rows of deliveries. Several gateways may work on them at the same time. @param db opened by `openDatabase`. */
export function createOutboxStore(db: Kysely<Tables>) {
  return {
    add,
    /** Removes the deliveries about some subjects, in the transaction that removes the subjects. */
    async remove(tx: AnyTransaction, subjectIds: readonly string[]): Promise<void> {
      for (let start = 0; start < subjectIds.length; start += MOST_PARAMETERS)
        await tx
          .deleteFrom('outbox')
          .where('subject_id', 'in', subjectIds.slice(start, start + MOST_PARAMETERS))
          .execute();
    },
    /** @returns the deliveries about a subject, made or not. */
    of: (subjectId: string): Promise<OutboxRow[]> =>
      db.selectFrom('outbox').selectAll().where('subject_id', '=', subjectId).orderBy('id').execute(),
    /** @returns the number of waiting deliveries by channel. @param channels default: all. */
    depth: (channels?: readonly string[]): Promise<OutboxDepth[]> =>
      (channels ? waiting(db).where('channel', 'in', [...channels]) : waiting(db))
        .select((is) => [
          'channel',
          is.fn.countAll<number>().as('waiting'),
          is.fn.min('created_at').as('oldest'),
          is.fn.max('last_error').as('error'),
        ])
        .groupBy('channel')
        .orderBy('channel')
        .execute(),
    /**
     * Takes up to `limit` rows that are due at `now` (ms since the epoch); no other sender gets them for `leaseMs`.
     * @returns the rows, with this attempt counted.
     */
    async take(
      channels: readonly string[],
      now: number,
      leaseMs: number,
      limit: number,
    ): Promise<OutboxRow[]> {
      const due = await waiting(db)
        .select('id')
        .where('channel', 'in', [...channels])
        .where('next_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_at')
        .limit(limit)
        .execute();
      const taken: OutboxRow[] = [];
      for (const { id } of due) {
        // The conditions are repeated: of two senders that saw the row, one changes it.
        const row = await db
          .updateTable('outbox')
          .set((is) => ({ lease_until: now + leaseMs, attempts: is('attempts', '+', 1) }))
          .where('id', '=', id)
          .where('sent_at', 'is', null)
          .where('lease_until', '<=', now)
          .returningAll()
          .executeTakeFirst();
        if (row) taken.push(row);
      }
      return taken;
    },
    /** Ends an attempt: `sent_at`, `failed_at` (no further attempt) or `next_at`, each in ms since the epoch. */
    async settle(id: string, result: Pick<OutboxRow, 'last_error'> & Partial<OutboxRow>): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ ...result, lease_until: 0, last_error: result.last_error?.slice(0, LONGEST_ERROR) ?? null })
        .where('id', '=', id)
        .execute();
    },
    /** Moves rows of one kind that wait for a channel to these channels. */
    route: (kind: string, channels: readonly string[], now: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const rows = await tx
          .deleteFrom('outbox')
          .where('channel', '=', NO_CHANNEL)
          .where('kind', '=', kind)
          .returning('subject_id')
          .execute();
        const entries = rows.flatMap(({ subject_id: subjectId }) =>
          channels.map((channel) => ({ subjectId, kind, channel, at: now })),
        );
        await add(tx, entries);
      }),
    /**
     * Removes rows made before `before` (ms since the epoch).
     * @param which all rows of these channels, or sent rows.
     */
    async expire(which: readonly string[] | 'sent', before: number): Promise<void> {
      const rows = db.deleteFrom('outbox');
      await (
        which === 'sent'
          ? rows.where('sent_at', '<', before)
          : rows.where('channel', 'in', [...which]).where('created_at', '<', before)
      ).execute();
    },
  };
}

/**
 * Stores deliveries in the transaction that stores the records that they are about.
 * @param mode `replace`: in place of earlier deliveries of the same kind about the same subjects that wait.
 */
async function add(
  tx: AnyTransaction,
  entries: readonly OutboxEntry[],
  mode: 'add' | 'replace' = 'add',
): Promise<void> {
  const [first] = entries;
  if (!first) return;
  if (mode === 'replace')
    await tx
      .deleteFrom('outbox')
      .where('kind', '=', first.kind)
      .where(
        'subject_id',
        'in',
        entries.map(({ subjectId }) => subjectId),
      )
      .where('sent_at', 'is', null)
      // A sender works on the others: the receiver may have got them.
      .where('lease_until', '<=', first.at)
      .execute();
  await tx
    .insertInto('outbox')
    .values(entries.map(rowOf))
    // Only a delivery that waits for a channel may be there already, moved by another gateway.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

function rowOf({ subjectId, kind, channel, at, id = `${subjectId}.${channel}` }: OutboxEntry): OutboxRow {
  return {
    id,
    kind,
    channel,
    subject_id: subjectId,
    attempts: 0,
    next_at: at,
    lease_until: 0,
    last_error: null,
    created_at: at,
    sent_at: null,
    failed_at: null,
  };
}

function waiting(db: Kysely<Tables>): SelectQueryBuilder<Tables, 'outbox', object> {
  return db.selectFrom('outbox').where('sent_at', 'is', null).where('failed_at', 'is', null);
}
