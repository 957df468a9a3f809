import { createHash } from 'node:crypto';
import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { UndeliveredAlerts } from '@voltframe/kit/contract/operations/site-status';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';

/** The ways that teams are told. */
export type AlertChannel = 'alert-mail' | 'alert-hook';

/** Of one app, on one day in UTC. The last one says so. */
export const MOST_A_DAY = 20;
const MOST_LISTED = 200;
export const DAY_MS = 24 * 3_600_000;

/** The sent alerts: each is sent once, by the gateway that sees it first, over restarts. */
export interface AlertStore {
  /** Of these, the ids that were told. */
  known(ids: readonly string[]): Promise<Set<string>>;
  /**
   * Stores an alert and its deliveries in one transaction.
   * @returns false when it was told before, or the app has had its alerts of the day: it is told the next day then, if
   *   it is still so.
   */
  tell(alert: Alert, channels: readonly AlertChannel[]): Promise<boolean>;
  get(id: string): Promise<Alert | undefined>;
  /** Of these releases, told since then (ms since the epoch), newest first. */
  of(releases: readonly string[], since: number): Promise<Alert[]>;
  /** By app, the failed deliveries of alerts from before `before` (ms since the epoch). */
  undelivered(before: number): Promise<Map<string, UndeliveredAlerts[]>>;
  /** Forgets alerts before `before` (ms since the epoch). */
  tidy(before: number): Promise<void>;
}

/** @param subject of the release: the id of an error, the name of a measurement. */
export function alertId(app: string, release: string, rule: string, subject: string): string {
  const named = JSON.stringify([app, release, rule, subject]);
  return createHash('sha256').update(named).digest('hex').slice(0, 32);
}

/** @param db opened by `openDatabase`. */
export function createAlertStore(db: Kysely<Tables>, outbox: Pick<Outbox, 'add'>): AlertStore {
  return {
    async known(ids) {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('alert')
        .select('id')
        .where('id', 'in', [...ids])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    tell: (alert, channels) => db.transaction().execute((tx) => tell(tx, outbox, alert, channels)),
    async get(id) {
      const row = await db.selectFrom('alert').select('body').where('id', '=', id).executeTakeFirst();
      return row && (JSON.parse(row.body) as Alert);
    },
    async of(releases, since) {
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
    undelivered: (before) => undelivered(db, before),
    async tidy(before) {
      await db.deleteFrom('alert').where('created_at', '<', before).execute();
    },
  };
}

async function tell(
  tx: Transaction<Tables>,
  outbox: Pick<Outbox, 'add'>,
  alert: Alert,
  channels: readonly AlertChannel[],
): Promise<boolean> {
  const { app, release, at } = alert;
  const id = alert.id;
  for (let number = (await toldOn(tx, app, at)) + 1; number <= MOST_A_DAY; number += 1) {
    const told: Alert = { ...alert, ...(number === MOST_A_DAY && { last: true }) };
    const place = `${app} ${dayOf(at)} ${number}`;
    // Two gateways at once: one has the id, or the place, and the other waits for its commit and adds nothing.
    const added = await tx
      .insertInto('alert')
      .values({ id, app, release, created_at: at, place, body: JSON.stringify(told) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) {
      const entries = channels.map((channel) => ({ subjectId: id, kind: 'alert', channel, at }));
      await outbox.add(tx, entries);
      return true;
    }
    if (await tx.selectFrom('alert').select('id').where('id', '=', id).executeTakeFirst()) return false;
  }
  return false;
}

async function undelivered(db: Kysely<Tables>, before: number): Promise<Map<string, UndeliveredAlerts[]>> {
  const rows = await db
    .selectFrom('enquiry_outbox as outbox')
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
}

async function toldOn(tx: Transaction<Tables>, app: string, at: number): Promise<number> {
  const { count } = await tx
    .selectFrom('alert')
    .select((is) => is.fn.countAll<number | string>().as('count'))
    .where('place', 'like', `${app} ${dayOf(at)} %`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns when the day (UTC) of a time began, ms since the epoch. */
function dayOf(ms: number): number {
  return ms - (ms % DAY_MS);
}
