import type { Kysely, Transaction } from 'kysely';
import type { EnquiryTables, SubscriberRow } from './migrations.ts';
import type { NewDelivery, Outbox } from './ports.ts';

const MINUTE_MS = 60_000;

/**
 * Limits of confirmations, so that the form cannot fill a foreign inbox: one in ten minutes within half an hour, in
 * which a visitor may look for a lost one, then one a day.
 */
function confirmationPauseMs(sinceFirstRequestMs: number): number {
  return sinceFirstRequestMs < 30 * MINUTE_MS ? 10 * MINUTE_MS : 24 * 60 * MINUTE_MS;
}

export type SubscriberStore = ReturnType<typeof createSubscriberStore>;

export function createSubscriberStore(db: Kysely<EnquiryTables>, outbox: Pick<Outbox, 'add' | 'remove'>) {
  return {
    /** Stores a request to subscribe an address, and its mail. Does the same work for a known address. */
    ask: (email: string, id: string, now: number) =>
      db.transaction().execute((tx) => ask(tx, outbox, email, id, now)),
    /** @returns false when there is no such subscription (any more). Repeating it changes nothing. */
    confirm: (id: string, now: number) => db.transaction().execute((tx) => confirm(tx, outbox, id, now)),
    /** Ends a subscription: its row is gone. Repeating it changes nothing. */
    async end(id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('subscriber').where('id', '=', id).execute();
        await outbox.remove(tx, [id]);
      });
    },
    get: (id: string): Promise<SubscriberRow | undefined> =>
      db.selectFrom('subscriber').selectAll().where('id', '=', id).executeTakeFirst(),
    list: (): Promise<SubscriberRow[]> =>
      db.selectFrom('subscriber').selectAll().orderBy('created_at').orderBy('id').execute(),
  };
}

async function ask(
  tx: Transaction<EnquiryTables>,
  outbox: Pick<Outbox, 'add'>,
  email: string,
  id: string,
  now: number,
): Promise<void> {
  // A known and an unknown address each cost one write and one commit, so the time of the answer reveals nothing.
  const row = await tx
    .insertInto('subscriber')
    .values({
      id,
      email,
      state: 'pending',
      asked_at: now,
      mailed_at: 0,
      created_at: now,
      confirmed_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ asked_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.state === 'confirmed' || row.mailed_at > now - confirmationPauseMs(now - row.created_at)) return;
  await tx.updateTable('subscriber').set({ mailed_at: now }).where('id', '=', row.id).execute();
  // An earlier one that still waits (the mail server is down) is replaced: one link is enough.
  const mail: NewDelivery = {
    subjectId: row.id,
    kind: 'confirm',
    channel: 'smtp',
    at: now,
    id: `${row.id}.confirm.${now}`,
  };
  await outbox.add(tx, [mail], 'replace');
}

async function confirm(
  tx: Transaction<EnquiryTables>,
  outbox: Pick<Outbox, 'add'>,
  id: string,
  now: number,
): Promise<boolean> {
  const confirmed = await tx
    .updateTable('subscriber')
    .set({ state: 'confirmed', confirmed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (confirmed) {
    await outbox.add(tx, [{ subjectId: id, kind: 'welcome', channel: 'smtp', at: now, id: `${id}.welcome` }]);
    return true;
  }
  const known = await tx.selectFrom('subscriber').select('id').where('id', '=', id).executeTakeFirst();
  return known !== undefined;
}
