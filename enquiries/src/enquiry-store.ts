import { DAY_MS } from '@voltframe/kit/contract/units';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { EnquiryRow, EnquiryTables } from './migrations.ts';
import type { Channel, NewDelivery, Outbox, StoragePorts } from './ports.ts';

/** The key that identifies a repeated post. */
export interface Claim {
  /** Hash of the idempotency key, or of the content. */
  hash: string;
  /** Time in ms for which the same hash means the same entry. */
  windowMs: number;
}

export interface EnquiryFilter {
  form?: string | undefined;
  state?: EnquiryRow['state'] | undefined;
  email?: string | undefined;
  limit?: number | undefined;
}

/** Where a page of a list ends: the time (ms since the epoch) and the id of its last entry. */
export interface EnquiryPlace {
  at: number;
  id: string;
}

/** Limits of age, in ms since the epoch. */
interface Limits {
  entry: number;
  held: number;
  claim: number;
  pending: number;
}

export interface Erased {
  enquiries: number;
  subscriptions: number;
  /** Names of the files that belonged to them; the caller removes them. */
  files: string[];
}

export type EnquiryStore = ReturnType<typeof createEnquiryStore>;

/** Most entries of an app that its receivers get within 24 hours; further ones are only in the inbox. */
const MOST_SENT_A_DAY = 500;

/**
 * Stores entries. Every method resolves only after its commit is durable.
 * @param db opened and migrated.
 * @param receiversOf see `StoragePorts`.
 * @param filesBytes most bytes of all kept files together.
 */
export function createEnquiryStore(
  db: Kysely<EnquiryTables>,
  outbox: Pick<Outbox, 'add' | 'remove'>,
  receiversOf: StoragePorts['receiversOf'],
  filesBytes: number,
) {
  /** To the owner, and to the receivers of events. */
  const send = async (
    tx: Tx,
    { id, app }: Pick<EnquiryRow, 'id' | 'app'>,
    channels: readonly Channel[],
    at: number,
  ) => {
    const receivers = app === null ? [] : receiversOf(app);
    const isSent = app !== null && receivers.length > 0 && (await mayBeSent(tx, app, at));
    const entries = (isSent ? receivers : []).map((channel): NewDelivery => {
      return { subjectId: id, kind: 'form-entry', channel, at };
    });
    await outbox.add(tx, [...deliveriesOf(id, channels, at), ...entries]);
  };
  /** @param remove removes entries and subscribers, and returns them: what belongs to them goes, too. */
  const erasing = async (
    remove: (tx: Tx) => Promise<[Pick<EnquiryRow, 'id' | 'file_name'>[], { id: string }[]]>,
  ): Promise<Erased> => {
    const erased = await db.transaction().execute(async (tx) => {
      const [entries, subscribers] = await remove(tx);
      const ids = [...entries, ...subscribers].map(({ id }) => id);
      await outbox.remove(tx, ids);
      await tx
        .deleteFrom('enquiry_claim')
        .where('enquiry_id', 'not in', tx.selectFrom('enquiry').select('id'))
        .execute();
      const files = entries.flatMap((entry) => entry.file_name ?? []);
      return { enquiries: entries.length, subscriptions: subscribers.length, files };
    });
    // SQLite keeps old pages in its write-ahead log until a checkpoint: erased data has to leave the log, too.
    const sqlite = !db.getExecutor().adapter.supportsMultipleConnections;
    if (sqlite && erased.enquiries + erased.subscriptions > 0)
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    return erased;
  };
  return {
    /**
     * Stores an entry and its deliveries in one transaction; `repeat`: it was stored before.
     * @throws FORM_FILES_FULL when its file is more than there is room for; nothing is stored then.
     */
    keep: (entry: EnquiryRow, claim: Claim, channels: readonly Channel[]): Promise<'new' | 'repeat'> =>
      db.transaction().execute(async (tx) => {
        if (!(await takeClaim(tx, entry, claim))) return 'repeat';
        await assertRoom(tx, entry, filesBytes);
        await tx.insertInto('enquiry').values(entry).execute();
        if (entry.state === 'kept') await send(tx, entry, channels, entry.created_at);
        return 'new';
      }),
    get: (id: string): Promise<EnquiryRow | undefined> =>
      db.selectFrom('enquiry').selectAll().where('id', '=', id).executeTakeFirst(),
    /** Newest first. */
    list({ form, state, email, limit }: EnquiryFilter = {}): Promise<EnquiryRow[]> {
      let query = db.selectFrom('enquiry').selectAll().orderBy('created_at', 'desc').orderBy('id');
      if (form) query = query.where('form', '=', form);
      if (state) query = query.where('state', '=', state);
      if (email) query = query.where('email', '=', email);
      if (limit) query = query.limit(limit);
      return query.execute();
    },
    /** @returns entries of an app's forms that are not held, older than `before`, newest first. */
    ofApp: (app: string, limit: number, before: EnquiryPlace | undefined): Promise<EnquiryRow[]> =>
      db
        .selectFrom('enquiry')
        .selectAll()
        .where('app', '=', app)
        .where('state', '=', 'kept')
        .where((is) =>
          before
            ? is.or([
                is('created_at', '<', before.at),
                is.and([is('created_at', '=', before.at), is('id', '<', before.id)]),
              ])
            : is.lit(true),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    /** Marks a held entry as stored, to be delivered. @returns whether there was one. */
    release: (id: string, channels: readonly Channel[], now: number): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const released = await tx
          .updateTable('enquiry')
          .set({ state: 'kept' })
          .where('id', '=', id)
          .where('state', '=', 'held')
          .returning(['id', 'app'])
          .executeTakeFirst();
        if (released) await send(tx, released, channels, now);
        return released !== undefined;
      }),
    /** Erases everything that belongs to an address, or to one entry: entries, outbox, claims, subscription. */
    erase: (whose: { email: string } | { id: string }): Promise<Erased> =>
      erasing(async (tx) => {
        const [[column, value]] = Object.entries(whose) as [['email' | 'id', string]];
        // The address of all entries of forms without one.
        if (value === '') return [[], []];
        const entries = tx.deleteFrom('enquiry').where(column, '=', value).returning(['id', 'file_name']);
        const subscribers = tx.deleteFrom('subscriber').where('email', '=', value).returning('id');
        return [await entries.execute(), column === 'email' ? await subscribers.execute() : []];
      }),
    /** Erases everything that is older than its time. */
    expire: (before: Limits): Promise<Erased> =>
      erasing(async (tx) => {
        const entries = await tx
          .deleteFrom('enquiry')
          .where((is) =>
            is.or([
              is('created_at', '<', before.entry),
              is.and([is('state', '=', 'held'), is('created_at', '<', before.held)]),
            ]),
          )
          .returning(['id', 'file_name'])
          .execute();
        const subscribers = await tx
          .deleteFrom('subscriber')
          .where('state', '=', 'pending')
          .where('asked_at', '<', before.pending)
          .returning('id')
          .execute();
        // Last, as in `erase`: two transactions that lock rows in another order wait for each other.
        await tx.deleteFrom('enquiry_claim').where('created_at', '<', before.claim).execute();
        return [entries, subscribers];
      }),
    /** @returns which of these files belong to an entry. */
    async filesInUse(names: readonly string[]): Promise<Set<string>> {
      if (names.length === 0) return new Set();
      const rows = await db
        .selectFrom('enquiry')
        .select('file_name')
        .where('file_name', 'in', [...names])
        .execute();
      return new Set(rows.map((row) => row.file_name ?? ''));
    },
  };
}

type Tx = Transaction<EnquiryTables>;

/** @returns false when it was kept before. */
async function takeClaim(tx: Tx, entry: EnquiryRow, claim: Claim): Promise<boolean> {
  // One statement decides which post is first, in both databases: a second one waits for the first's commit, then
  // changes nothing. An expired claim is replaced.
  const claimed = await tx
    .insertInto('enquiry_claim')
    .values({ claim: claim.hash, enquiry_id: entry.id, created_at: entry.created_at })
    .onConflict((conflict) =>
      conflict
        .column('claim')
        .doUpdateSet({ enquiry_id: entry.id, created_at: entry.created_at })
        .where('enquiry_claim.created_at', '<=', entry.created_at - claim.windowMs),
    )
    .returning('claim')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function assertRoom(tx: Tx, { file_bytes: bytes }: EnquiryRow, most: number): Promise<void> {
  if (bytes === null) return;
  const { kept } = await tx
    .selectFrom('enquiry')
    .select((row) => row.fn.sum<number | string | null>('file_bytes').as('kept'))
    .executeTakeFirstOrThrow();
  if (Number(kept) + bytes > most) throw formErrors.FILES_FULL();
}

/** @returns a delivery for each channel, or one that waits until a channel is configured. */
function deliveriesOf(subjectId: string, channels: readonly Channel[], at: number): NewDelivery[] {
  const targets = channels.length > 0 ? channels : (['none'] as const);
  return targets.map((channel) => ({ subjectId, kind: 'enquiry', channel, at }));
}

async function mayBeSent(tx: Tx, app: string, at: number): Promise<boolean> {
  const ofDay = await tx
    .selectFrom('enquiry')
    .select('id')
    .where('app', '=', app)
    .where('created_at', '>', at - DAY_MS)
    .limit(MOST_SENT_A_DAY + 1)
    .execute();
  return ofDay.length <= MOST_SENT_A_DAY;
}
