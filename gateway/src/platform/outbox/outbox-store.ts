import type { Kysely } from 'kysely';
import type { Channel, OutboxChannel, OutboxRow } from '../database/tables.ts';
import type { EnquiryTables } from '../../enquiries/tables.ts';

export interface OutboxDepth {
  channel: OutboxRow['channel'];
  waiting: number;
  /** ms since the epoch. */
  oldest: number;
}

/** What is still to be delivered. Several senders (replicas) may work on it at once. */
export interface OutboxStore {
  /** Takes up to `limit` due rows for `leaseMs`; nobody else gets them until then. */
  take(channels: readonly OutboxChannel[], now: number, leaseMs: number, limit: number): Promise<OutboxRow[]>;
  sent(id: string, now: number): Promise<void>;
  /** Another try at `nextAt`. @param error a code, not a text. */
  retry(id: string, nextAt: number, error: string): Promise<void>;
  giveUp(id: string, now: number, error: string): Promise<void>;
  /** Gives entries that wait without a channel to these. */
  route(channels: readonly Channel[], now: number): Promise<void>;
  /** When the next row is due (ms since the epoch); undefined = nothing waits. */
  nextDue(channels: readonly OutboxChannel[]): Promise<number | undefined>;
  /** For metrics and the inbox: what waits, by channel. @param channels default: those of visitors' */
  depth(channels?: readonly OutboxRow['channel'][]): Promise<OutboxDepth[]>;
  of(subjectId: string): Promise<OutboxRow[]>;
}

/** @returns the rows that deliver an enquiry: one a channel, or one that waits for a channel to be configured. */
export function outboxRows(enquiryId: string, channels: readonly Channel[], now: number): OutboxRow[] {
  const targets = channels.length > 0 ? channels : (['none'] as const);
  return targets.map((channel) => outboxRow(enquiryId, 'enquiry', channel, now));
}

/** @param id differs for each mail of a kind to the same subscriber; default: one for ever. */
export function outboxRow(
  subjectId: string,
  kind: OutboxRow['kind'],
  channel: OutboxRow['channel'],
  now: number,
  id: string = `${subjectId}.${channel}`,
): OutboxRow {
  return {
    id,
    kind,
    channel,
    subject_id: subjectId,
    attempts: 0,
    next_at: now,
    lease_until: 0,
    last_error: null,
    created_at: now,
    sent_at: null,
    failed_at: null,
  };
}

export function createOutboxStore(db: Kysely<EnquiryTables>): OutboxStore {
  return { ...rowChanges(db), ...rowQueries(db), route: (channels, now) => route(db, channels, now) };
}

function rowChanges(db: Kysely<EnquiryTables>): Pick<OutboxStore, 'take' | 'sent' | 'retry' | 'giveUp'> {
  const change = async (id: string, set: Partial<OutboxRow>) => {
    await db
      .updateTable('enquiry_outbox')
      .set({ lease_until: 0, ...set })
      .where('id', '=', id)
      .execute();
  };
  return {
    async take(channels, now, leaseMs, limit) {
      if (channels.length === 0) return [];
      const due = await waiting(db, channels)
        .select('id')
        .where('next_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_at')
        .limit(limit)
        .execute();
      const taken: OutboxRow[] = [];
      for (const { id } of due) {
        // Repeats the condition: of two senders that saw the row, one changes it.
        const row = await db
          .updateTable('enquiry_outbox')
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
    sent: (id, now) => change(id, { sent_at: now, last_error: null }),
    retry: (id, nextAt, error) => change(id, { next_at: nextAt, last_error: error.slice(0, 80) }),
    giveUp: (id, now, error) => change(id, { failed_at: now, last_error: error.slice(0, 80) }),
  };
}

function rowQueries(db: Kysely<EnquiryTables>): Pick<OutboxStore, 'nextDue' | 'depth' | 'of'> {
  return {
    async nextDue(channels) {
      if (channels.length === 0) return undefined;
      const row = await waiting(db, channels)
        .select((is) => is.fn.min('next_at').as('next'))
        .executeTakeFirst();
      return row?.next ?? undefined;
    },
    async depth(channels = ['smtp', 'webhook', 'none']) {
      const rows = await waiting(db, channels)
        .select((is) => [
          'channel',
          is.fn.countAll<number>().as('waiting'),
          is.fn.min('created_at').as('oldest'),
        ])
        .groupBy('channel')
        .orderBy('channel')
        .execute();
      return rows.map((row) => ({
        channel: row.channel,
        waiting: row.waiting,
        oldest: row.oldest,
      }));
    },
    of: (subjectId) =>
      db.selectFrom('enquiry_outbox').selectAll().where('subject_id', '=', subjectId).orderBy('id').execute(),
  };
}

function waiting(db: Kysely<EnquiryTables>, channels: readonly OutboxRow['channel'][]) {
  return db
    .selectFrom('enquiry_outbox')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('channel', 'in', [...channels]);
}

async function route(db: Kysely<EnquiryTables>, channels: readonly Channel[], now: number): Promise<void> {
  if (channels.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('enquiry_outbox')
      .where('channel', '=', 'none')
      .returning('subject_id')
      .execute();
    for (const { subject_id } of rows) {
      const routed = outboxRows(subject_id, channels, now);
      await tx
        .insertInto('enquiry_outbox')
        .values(routed)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
  });
}
