import {
  MOST_SUBSCRIPTIONS,
  type NewSubscription,
  type Subscription,
  TEAM_DEFAULT_EVENTS,
  type TeamEvent,
} from '@voltframe/kit/contract/operations/subscription';
import { randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import type { Mail } from '../../platform/outbox/mail.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { DeliveryError } from '../../platform/outbox/outbox-store.ts';
import { createPublicFetch } from '../../platform/outbox/public-fetch.ts';
import { missingReceiver, type Receiver } from '../../platform/settings/event-receivers.ts';

type Row = Selectable<Tables['event_subscription']>;

export interface SubscriptionsOptions {
  db: Kysely<Tables>;
  state: Pick<StateStore, 'addHistory'>;
  outbox: Outbox;
  /** Of the setting: hosts and mail domains. */
  allowed: readonly string[];
  /** Whether receivers may have private addresses, and `http:`. */
  allowsPrivate: boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Something of an app that its receivers are sent: an event, or an entry of a form. */
export interface Notice {
  app: string;
  /** @param id of the delivery. @returns the body of a webhook. */
  message(id: string): object;
  mail(to: string): Promise<Mail>;
}

/** Prefix of the channels of subscriptions; the id of the subscription follows. */
export const SUBSCRIBED = 'sub';
/** Number of base-36 digits of an id: the name of a channel has no room for more. */
const ID_DIGITS = 7;
const SECRET_BYTES = 32;

/** @returns the channels on which the subscribers of an app get an event. @param db or a transaction. */
export async function subscribedChannels(
  db: Kysely<Tables> | Transaction<Tables>,
  { app, type }: { app: string; type: TeamEvent },
): Promise<string[]> {
  const rows = await db
    .selectFrom('event_subscription')
    .select(['id', 'events'])
    .where('app', '=', app)
    .execute();
  return rows.filter(({ events }) => typesOf(events).includes(type)).map(({ id }) => `${SUBSCRIBED}${id}`);
}

/**
 * Receivers of the events of one app, which its team chooses among those that the operator allows. Each is a channel of
 * its own in the outbox, so that one that hangs delays no other.
 */
export function createSubscriptions(options: SubscriptionsOptions) {
  const { db, state, outbox, allowed, allowsPrivate, now } = options;
  const publicFetch = createPublicFetch();
  const rowsOf = (app: string) =>
    db.selectFrom('event_subscription').selectAll().where('app', '=', app).orderBy('created_at').execute();

  const assertAllowed = (to: Receiver): void => {
    const missing = missingReceiver(allowed, to);
    if (missing !== undefined) throw gatewayErrors.RECEIVER_REFUSED({ receiver: missing.slice(0, 260) });
    if (to.webhook !== undefined && !allowsPrivate && !to.webhook.startsWith('https:'))
      throw gatewayErrors.BAD_REQUEST({ reason: 'a webhook begins with https://' });
    if (to.mail !== undefined && !outbox.mail)
      throw gatewayErrors.BAD_REQUEST({ reason: 'the site sends no mail' });
  };

  const record = (action: 'subscribe' | 'unsubscribe', { app, kind, address, actor }: Row, by = actor) =>
    state.addHistory({ at: now(), actor: by, action, app, note: `${kind} ${placeOf(kind, address)}` });

  /** @throws DeliveryError */
  const deliver = async (id: string, { kind, address, secret }: Row, { message, mail }: Notice) => {
    const to = kind === 'mail' ? { mail: address } : { webhook: address };
    if (missingReceiver(allowed, to) !== undefined) throw new DeliveryError('NOT ALLOWED', 'refused');
    if (kind === 'mail') return outbox.mail?.send(id, await mail(address));
    const target = { url: address, secret: secret ?? undefined };
    const webhook = outbox.webhook(target, allowsPrivate ? undefined : publicFetch);
    return webhook.post(id, message(id));
  };

  return {
    /** @returns names of the channels with deliveries that wait. */
    async channels(): Promise<string[]> {
      const waiting = await outbox.depth();
      return waiting.map(({ channel }) => channel).filter((channel) => channel.startsWith(SUBSCRIBED));
    },
    /** Delivers a notice; one whose subscription was removed counts as delivered. @throws DeliveryError */
    async deliver(row: { id: string; channel: string }, notice: Notice): Promise<void> {
      const id = row.channel.slice(SUBSCRIBED.length);
      const found = await db
        .selectFrom('event_subscription')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      // A subscription gets notices of its own app only, also when the row names another app.
      if (found && found.app === notice.app) await deliver(row.id, found, notice);
    },
    /** @returns the subscriptions of an app, the oldest first. */
    async list(app: string): Promise<Subscription[]> {
      const rows = await rowsOf(app);
      const channels = rows.map(({ id }) => `${SUBSCRIBED}${id}`);
      const waiting = channels.length > 0 ? await outbox.depth(channels) : [];
      return rows.map((row) => {
        const own = waiting.find(({ channel }) => channel === `${SUBSCRIBED}${row.id}`);
        return shown(row, own?.waiting ?? 0, own?.error ?? undefined);
      });
    },
    /**
     * @param to a webhook or a mail address, well-formed. @param events types; undefined: the default ones.
     * @throws GW_RECEIVER_REFUSED, GW_SUBSCRIPTIONS, GW_BAD_REQUEST
     */
    async add(app: string, to: Receiver, events: readonly TeamEvent[] | undefined, actor: string) {
      assertAllowed(to);
      const kind = to.webhook === undefined ? 'mail' : 'webhook';
      const row: Row = {
        id: BigInt(`0x${randomBytes(8).toString('hex')}`)
          .toString(36)
          .padStart(ID_DIGITS, '0')
          .slice(-ID_DIGITS),
        app,
        kind,
        address: to.webhook ?? to.mail!,
        secret: kind === 'webhook' ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null,
        events: JSON.stringify(events ?? TEAM_DEFAULT_EVENTS),
        actor,
        created_at: now(),
      };
      await db.transaction().execute(async (tx) => {
        // Of two concurrent adds the second waits and then counts the first. SQLite runs one transaction at a time.
        if (db.getExecutor().adapter.supportsMultipleConnections)
          await sql`select pg_advisory_xact_lock(hashtext(${`subscriptions of ${app}`}))`.execute(tx);
        const { count } = await tx
          .selectFrom('event_subscription')
          .select((is) => is.fn.countAll<number>().as('count'))
          .where('app', '=', app)
          .executeTakeFirstOrThrow();
        if (count >= MOST_SUBSCRIPTIONS)
          throw gatewayErrors.SUBSCRIPTIONS({ app, limit: MOST_SUBSCRIPTIONS });
        await tx.insertInto('event_subscription').values(row).execute();
      });
      await record('subscribe', row);
      const created: NewSubscription = {
        ...shown(row, 0, undefined),
        ...(row.secret && { secret: row.secret }),
      };
      return created;
    },
    /** Ends a subscription of the app and cancels its waiting deliveries. @throws GW_SUBSCRIPTION_UNKNOWN */
    async remove(app: string, id: string, actor: string): Promise<{ message: string }> {
      const removed = await db.transaction().execute(async (tx) => {
        const row = await tx
          .deleteFrom('event_subscription')
          .where('app', '=', app)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row) await tx.deleteFrom('outbox').where('channel', '=', `${SUBSCRIBED}${id}`).execute();
        return row;
      });
      if (!removed) throw gatewayErrors.SUBSCRIPTION_UNKNOWN({ app });
      await record('unsubscribe', removed, actor);
      return { message: `${placeOf(removed.kind, removed.address)} gets no more events of ${app}` };
    },
  };
}

function typesOf(events: string): TeamEvent[] {
  return JSON.parse(events) as TeamEvent[];
}

/** @returns the part of an address that is neither secret nor personal: an origin, or a mail domain. */
function placeOf(kind: string, address: string): string {
  return kind === 'mail' ? address.slice(address.lastIndexOf('@')) : new URL(address).origin;
}

function shown(row: Row, waiting: number, lastError: string | undefined): Subscription {
  const { id, app, address, events, actor, created_at: createdAt } = row;
  const kind = row.kind as Subscription['kind'];
  return {
    id,
    app,
    kind,
    to: kind === 'mail' ? address : placeOf(kind, address),
    events: typesOf(events),
    by: actor,
    createdAt,
    waiting,
    ...(lastError !== undefined && { lastError }),
  };
}
