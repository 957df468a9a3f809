import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { Kysely } from 'kysely';
import type { EnquiryTables, SubscriberRow } from './migrations.ts';
import type { Outbox } from './ports.ts';

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
    ask: (email: string, id: string, now: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
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
        const pauseMs = confirmationPauseMs(now - row.created_at);
        if (row.state === 'confirmed' || row.mailed_at > now - pauseMs) return;
        await tx.updateTable('subscriber').set({ mailed_at: now }).where('id', '=', row.id).execute();
        // An earlier one that still waits (the mail server is down) is replaced: one link is enough.
        const mail = { subjectId: row.id, kind: 'confirm', id: `${row.id}.confirm.${now}` } as const;
        await outbox.add(tx, [{ ...mail, channel: 'smtp', at: now }], 'replace');
      }),
    /** @returns false when there is no such subscription (any more). Repeating it changes nothing. */
    confirm: (id: string, now: number): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const confirmed = await tx
          .updateTable('subscriber')
          .set({ state: 'confirmed', confirmed_at: now })
          .where('id', '=', id)
          .where('state', '=', 'pending')
          .returning('id')
          .executeTakeFirst();
        if (confirmed) {
          const mail = { subjectId: id, kind: 'welcome', id: `${id}.welcome` } as const;
          await outbox.add(tx, [{ ...mail, channel: 'smtp', at: now }]);
          return true;
        }
        const known = await tx.selectFrom('subscriber').select('id').where('id', '=', id).executeTakeFirst();
        return known !== undefined;
      }),
    /** Ends a subscription: its row is gone. Repeating it changes nothing. */
    end: (id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('subscriber').where('id', '=', id).execute();
        await outbox.remove(tx, [id]);
      }),
    get: (id: string): Promise<SubscriberRow | undefined> =>
      db.selectFrom('subscriber').selectAll().where('id', '=', id).executeTakeFirst(),
    list: (): Promise<SubscriberRow[]> =>
      db.selectFrom('subscriber').selectAll().orderBy('created_at').orderBy('id').execute(),
  };
}
