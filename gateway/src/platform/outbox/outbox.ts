import { DAY_MS, HOUR_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import type { Kysely } from 'kysely';
import type { OutboxRow, Tables } from '../database/tables.ts';
import { createCoalescingRunner } from '../runtime/one-at-a-time.ts';
import { createMailTransport, type MailTransport } from './mail.ts';
import {
  type AnyTransaction,
  createOutboxStore,
  DeliveryError,
  type DeliveryFailure,
  type OutboxDepth,
  type OutboxEntry,
} from './outbox-store.ts';
import { createWebhookTransport, type WebhookTarget, type WebhookTransport } from './webhook.ts';

/** A user of the outbox. Users are independent of each other. */
export interface OutboxUser {
  /** The configured channels of this user; rows of other channels are not taken. No two users have the same channel. */
  channels: readonly string[];
  /**
   * Makes one delivery. Resolves also when the subject of the row is gone.
   * @throws DeliveryError when the delivery failed.
   */
  deliver(row: OutboxRow): Promise<void>;
  /** Kinds of deliveries that are given up when the receiver refuses them for good. */
  givesUp?: readonly string[];
  /** Kind of rows that wait until this user has a channel. */
  waitingKind?: string;
  /** Deliveries are not tried any more after this time (ms); default: they are tried until they succeed. */
  keepMs?: number;
  /** Called before each delivery. An error postpones the delivery. */
  prepare?(): Promise<void>;
  /** Called at the start and hourly: removes the user's own records that are past their time. */
  tidy?(): Promise<unknown>;
}

/** The deliveries of one user. */
export interface Deliveries {
  /** Delivers soon. To be called after rows were committed. */
  wake(): void;
  /** Delivers the rows that are due now. @returns the number of rows that were tried. */
  deliverDue(): Promise<number>;
}

/** Delivers at least once: a row is removed from the waiting rows after the receiver has taken it. */
export interface Outbox {
  /**
   * Adds deliveries in the transaction of their subjects.
   * @param mode `replace`: in place of earlier deliveries of the same kind about the same subjects that wait.
   */
  add(tx: AnyTransaction, entries: readonly OutboxEntry[], mode?: 'add' | 'replace'): Promise<void>;
  /** Removes the deliveries about some subjects, in the transaction that removes the subjects. */
  remove(tx: AnyTransaction, subjectIds: readonly string[]): Promise<void>;
  /** @returns the deliveries about a subject, made or not. */
  of(subjectId: string): Promise<OutboxRow[]>;
  /** @returns the number of waiting deliveries by channel. @param channels default: all. */
  depth(channels?: readonly string[]): Promise<OutboxDepth[]>;
  /** Undefined: no mail server is configured. */
  mail: MailTransport | undefined;
  /** @param by in place of the outbox's own `fetch`. */
  webhook(target: WebhookTarget, by?: typeof globalThis.fetch): WebhookTransport;
  /** Adds a user of the outbox. */
  serve(user: OutboxUser): Deliveries;
  /** Begins to deliver due rows every 5 s, and to tidy now and hourly. */
  start(): void;
  /** Removes rows that are past their time, and has each user tidy. */
  tidy(): Promise<void>;
  /** Begins no further delivery. @returns resolves when current deliveries have ended, at most 4 s later. */
  close(): Promise<void>;
}

export interface OutboxOptions {
  db: Kysely<Tables>;
  /** Undefined: no mail can be sent. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** Address of the site; it is in the ids of messages. */
  siteUrl: string;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now: () => number;
  /** 0 ≤ n < 1: spreads retries, so that a receiver that comes back does not get all of them at once. */
  random: () => number;
  /** Gets codes and ids only. */
  log: Record<'warn' | 'error', (details: object, message: string) => void>;
}

const LOOK_MS = 5_000;
const TIDY_MS = HOUR_MS;
const SENT_KEPT_MS = 30 * DAY_MS;
/** A container has a limited time to stop. An interrupted delivery is retried later. */
const STOP_MS = 4_000;
/** Longer than the time limit of any transport: the lease of a row ends only when its sender has died. */
const LEASE_MS = 2 * MINUTE_MS;
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 10 * MINUTE_MS;
const AT_ONCE = 4;

/**
 * Delivers at least once: a row is removed from the waiting rows after the receiver has taken it. A crash in between
 * delivers it again under the same id. Starts nothing.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { db, mail, siteUrl, fetch, now, random, log } = options;
  const store = createOutboxStore(db);
  const transport = mail && createMailTransport(mail.smtpUrl, mail.from, new URL(siteUrl).hostname);
  const state = { stopped: false };
  const users: (OutboxUser & ReturnType<typeof createCoalescingRunner>)[] = [];
  const timers: NodeJS.Timeout[] = [];
  let tidying: Promise<void> | undefined;
  const logged = (work: () => Promise<unknown>) =>
    work().then(
      () => {},
      (error: unknown) =>
        log.error(
          { code: (error as { code?: string }).code ?? (error as Error).name },
          'outbox: the background work failed',
        ),
    );
  const attempt = async (row: OutboxRow, user: OutboxUser): Promise<DeliveryFailure | undefined> => {
    const { id, channel, attempts, kind } = row;
    try {
      await user.deliver(row);
    } catch (error) {
      const details = { outbox: id, channel, attempts };
      const expected = error instanceof DeliveryError;
      const { code, failure } = expected ? error : new DeliveryError('UNEXPECTED', 'refused');
      if (expected) log.warn({ ...details, code }, 'a delivery failed');
      else log.error({ ...details, code, name: (error as Error).name }, 'a delivery failed unexpectedly');
      const final = failure === 'permanent' && user.givesUp?.includes(kind);
      const result = final ? { failed_at: now() } : { next_at: now() + retryDelay(attempts, random()) };
      await store.settle(id, { ...result, last_error: code });
      return failure;
    }
    await store.settle(id, { sent_at: now(), last_error: null });
    return undefined;
  };
  /** Delivers due rows of a channel until there are none. @returns the number of rows that were tried. */
  const drain = async (channel: string, user: OutboxUser): Promise<number> => {
    let tried = 0;
    while (!state.stopped) {
      const rows = await store.take([channel], now(), LEASE_MS, AT_ONCE);
      if (rows.length === 0) break;
      tried += rows.length;
      const failures = await Promise.all(rows.map((row) => attempt(row, user)));
      // After one failure the other rows of the receiver stay due until the next run.
      if (failures.includes('unreachable')) break;
    }
    return tried;
  };
  const tidy = async (): Promise<void> => {
    await store.expire('sent', now() - SENT_KEPT_MS);
    for (const user of users) {
      if (user.keepMs !== undefined) await store.expire(user.channels, now() - user.keepMs);
      await user.tidy?.();
    }
  };
  return {
    add: store.add,
    remove: store.remove,
    of: store.of,
    depth: store.depth,
    mail: transport,
    webhook: (target: WebhookTarget, by = fetch) => createWebhookTransport(target, by, now),
    serve(user: OutboxUser): Deliveries {
      const ready = async (): Promise<readonly string[]> => {
        await user.prepare?.();
        if (user.waitingKind !== undefined && user.channels.length > 0)
          await store.route(user.waitingKind, user.channels, now());
        return user.channels;
      };
      // A receiver that hangs delays no other channel.
      const drains = new Map<string, ReturnType<typeof createCoalescingRunner>>();
      const drainBehind = (channel: string): void => {
        const one = drains.get(channel) ?? createCoalescingRunner(() => logged(() => drain(channel, user)));
        drains.set(channel, one);
        void one.run();
      };
      const runner = createCoalescingRunner(() => logged(async () => (await ready()).forEach(drainBehind)));
      const close = async (): Promise<void> => {
        await runner.close();
        await Promise.all(Array.from(drains.values(), (one) => one.close()));
      };
      users.push({ ...user, run: runner.run, close });
      return {
        wake: () => void runner.run(),
        async deliverDue() {
          const tried = await Promise.all((await ready()).map((channel) => drain(channel, user)));
          return tried.reduce((sum, count) => sum + count, 0);
        },
      };
    },
    start(): void {
      const look = () => users.forEach(({ run }) => void run());
      timers.push(setInterval(look, LOOK_MS).unref(), setInterval(() => void logged(tidy), TIDY_MS).unref());
      tidying = logged(tidy);
    },
    tidy,
    async close(): Promise<void> {
      state.stopped = true;
      timers.forEach(clearInterval);
      const running = Promise.all([tidying, ...users.map(({ close }) => close())]);
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
      await transport?.close();
    },
  };
}

/**
 * @param attempts number of attempts so far, 1 after the first.
 * @param random 0 ≤ n < 1.
 * @returns ms until the next attempt: 15 s doubled each time, at most 10 min, spread by ± 20 %.
 */
export function retryDelay(attempts: number, random: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LAST_RETRY_MS);
  return Math.round(delay * (0.8 + 0.4 * random));
}
