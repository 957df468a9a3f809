import { type Alert, EVENTS, type SiteEvent } from '@voltframe/kit/contract/operations/event';
import { createHash } from 'node:crypto';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { UndeliveredAlerts } from '@voltframe/kit/contract/operations/site-status';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Kysely, Transaction } from 'kysely';
import { takeHistory } from '../../platform/database/release-rows.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { subscribedChannels } from './subscriptions.ts';

/** The channels of the outbox on which events are delivered. */
export type EventChannel = 'alert-mail' | 'alert-hook';

/**
 * Events of an app that are sent: strangers cause alerts, and teams everything else. The last one says so. Alerts above
 * that are stored, and counted in one more message after the hour.
 */
export const MOST_SENT = { alertsAnHour: 5, othersADay: 500 } as const;
/** Alerts of an app that are stored in an hour without being sent. */
const MOST_UNSENT = 100;
const MOST_LISTED = 200;
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The summary of an hour is created within this time after the begin of the hour. */
const SUMMED_MS = 3 * HOUR_MS;
/** Prefix of the places of alerts that are not sent. */
const UNSENT = 'unsent ';

/** @returns the same id for the same parts, such as app, release, type and the id of an error. */
export function eventId(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/**
 * The events. Each is stored once, by the first gateway that derives it, also after restarts.
 * @param db opened by `openDatabase`.
 * @param channelsOf the channels on which the receiver of an event gets it.
 */
export function createEventStore(
  db: Kysely<Tables>,
  outbox: Pick<Outbox, 'add'>,
  channelsOf: (event: SiteEvent) => EventChannel[],
) {
  const add = async (tx: Transaction<Tables>, event: SiteEvent): Promise<boolean> => {
    const subscribed = await subscribedChannels(tx, event);
    const { id, type, app, release, at } = event;
    const isAlert = 'isAlert' in EVENTS[type];
    const most = isAlert ? MOST_SENT.alertsAnHour : MOST_SENT.othersADay;
    const period = isAlert ? `hour ${app} ${hourOf(at)} ` : `others ${app} ${dayOf(at)} `;
    const identity = release === undefined ? undefined : await identityOf(tx, app, release);
    const end = most + (isAlert ? MOST_UNSENT : 0);
    for (let number = (await countOf(tx, period)) + 1; number <= end; number += 1) {
      const isSent = number <= most;
      const stored: SiteEvent = {
        ...event,
        ...(isAlert && { rule: type }),
        ...(identity && { identity }),
        ...(number === most && { last: true }),
      };
      // Of two gateways, one inserts the id or the place; the other waits for that commit and inserts nothing.
      const added = await tx
        .insertInto('alert')
        .values({
          id,
          app,
          release: (isAlert && release) || '',
          created_at: at,
          place: `${isSent ? '' : UNSENT}${period}${number}`,
          body: JSON.stringify(stored),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (added) {
        const to = (kind: string) => (channel: string) => ({ subjectId: id, kind, channel, at });
        if (isSent)
          await outbox.add(tx, [...channelsOf(event).map(to('alert')), ...subscribed.map(to('event'))]);
        return isSent;
      }
      if (await tx.selectFrom('alert').select('id').where('id', '=', id).executeTakeFirst()) return false;
    }
    return false;
  };
  return {
    /** @returns those of these ids that are stored. */
    async known(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('alert')
        .select('id')
        .where('id', 'in', [...ids])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    /**
     * Stores an event and its deliveries in one transaction.
     * @returns false when the event is already stored, or the app has reached its limit of the hour or the day.
     */
    add: (event: SiteEvent) => db.transaction().execute((tx) => add(tx, event)),
    /** @param now ms since the epoch. @returns how many alerts were not sent, by app and hour that is over. */
    async unsent(now: number): Promise<{ app: string; hour: number; count: number }[]> {
      const rows = await db
        .selectFrom('alert')
        .select(['app', 'created_at'])
        .where('created_at', '>=', hourOf(now) - SUMMED_MS)
        .where('created_at', '<', hourOf(now))
        .where('place', 'like', `${UNSENT}%`)
        .execute();
      const groups = Map.groupBy(rows, ({ app, created_at }) => `${app} ${hourOf(created_at)}`);
      return [...groups.values()].map((own) => ({
        app: own[0]!.app,
        hour: hourOf(own[0]!.created_at),
        count: own.length,
      }));
    },
    /**
     * Stores the events of the entries of the history that were written since.
     * @param eventsOf the events of an entry. @returns the number of new events.
     */
    async addFromHistory(eventsOf: (id: string, entry: HistoryEntry) => SiteEvent[]): Promise<number> {
      // Usually there is no entry, and then SQLite's write lock is not taken.
      const due = db.selectFrom('history').select('id').where('event_due', 'is not', null).limit(1);
      if (!(await due.executeTakeFirst())) return 0;
      return db.transaction().execute(async (tx) => {
        let added = 0;
        for (const { id, entry } of await takeHistory(tx))
          for (const event of eventsOf(id, entry)) if (await add(tx, event)) added += 1;
        return added;
      });
    },
    /** @returns undefined for an event that was removed. */
    async get(id: string): Promise<SiteEvent | undefined> {
      const row = await db.selectFrom('alert').select('body').where('id', '=', id).executeTakeFirst();
      return row && (JSON.parse(row.body) as SiteEvent);
    },
    /** @returns the alerts of these releases since `since` (ms since the epoch), newest first. */
    async alerts(releases: readonly string[], since: number): Promise<Alert[]> {
      if (releases.length === 0) return [];
      const rows = await db
        .selectFrom('alert')
        .select('body')
        .where('release', 'in', [...releases])
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(MOST_LISTED)
        .execute();
      return rows.map(({ body }) => JSON.parse(body) as Alert);
    },
    /** @returns by app, the failed deliveries of events from before `before` (ms since the epoch). */
    async undelivered(before: number): Promise<Map<string, UndeliveredAlerts[]>> {
      const rows = await db
        .selectFrom('outbox')
        .innerJoin('alert', 'alert.id', 'outbox.subject_id')
        .select((is) => [
          'alert.app',
          'outbox.channel',
          is.fn.countAll<number>().as('waiting'),
          is.fn.min('outbox.created_at').as('since'),
          is.fn.max('outbox.last_error').as('error'),
        ])
        .where('outbox.kind', '=', 'alert')
        .where('outbox.sent_at', 'is', null)
        .where('outbox.last_error', 'is not', null)
        .where('outbox.created_at', '<', before)
        .groupBy(['alert.app', 'outbox.channel'])
        .orderBy('alert.app')
        .orderBy('outbox.channel')
        .execute();
      const byApp = Map.groupBy(rows, ({ app }) => app);
      return new Map(
        [...byApp].map(([app, own]) => [
          app,
          own.map(({ channel, waiting, since, error }): UndeliveredAlerts => ({
            channel: channel === 'alert-mail' ? 'mail' : 'webhook',
            waiting,
            since,
            error: error ?? '',
          })),
        ]),
      );
    },
    /** Removes events from before `before` (ms since the epoch). */
    async tidy(before: number): Promise<void> {
      await db.deleteFrom('alert').where('created_at', '<', before).execute();
    },
  };
}

async function identityOf(
  tx: Transaction<Tables>,
  app: string,
  digest: string,
): Promise<ReleaseIdentity | undefined> {
  const row = await tx
    .selectFrom('release')
    .select('identity')
    .where('app', '=', app)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.identity ? (JSON.parse(row.identity) as ReleaseIdentity) : undefined;
}

/** @param period how the places of an app's events in one hour or day begin. @returns the number of these events. */
async function countOf(tx: Transaction<Tables>, period: string): Promise<number> {
  const { count } = await tx
    .selectFrom('alert')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where((is) => is.or([is('place', 'like', `${period}%`), is('place', 'like', `${UNSENT}${period}%`)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns when the hour of a time began, ms since the epoch. */
function hourOf(ms: number): number {
  return ms - (ms % HOUR_MS);
}

/** @returns when the day (UTC) of a time began, ms since the epoch. */
function dayOf(ms: number): number {
  return ms - (ms % DAY_MS);
}
