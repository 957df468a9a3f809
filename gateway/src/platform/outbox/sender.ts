import type { OutboxChannel, OutboxKind, OutboxRow } from '../database/tables.ts';
import { DeliveryError, type DeliveryFailure } from './delivery-error.ts';
import type { OutboxStore } from './outbox-store.ts';

export interface SenderDeps {
  outbox: Pick<OutboxStore, 'take' | 'sent' | 'retry' | 'giveUp'>;
  /** The channels that are configured; nothing else is taken. */
  channels: readonly OutboxChannel[];
  /** Delivers one row. @throws DeliveryError; resolves also when there is nothing left to deliver. */
  deliver(row: OutboxRow): Promise<void>;
  /** ms since the epoch. */
  now: () => number;
  /** 0 ≤ n < 1: spreads retries, so that a mail server that comes back is not met by all at once. */
  random: () => number;
  /** Told about trouble: codes and ids only. */
  log: SenderLog;
}

export interface SenderLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Sender {
  /** Delivers what is due now, until nothing is. @returns how many rows were tried. */
  drain(): Promise<number>;
  /** Ends after the deliveries that are under way. */
  stop(): void;
}

/** Longer than any transport takes to give up: a row comes back only when its sender is dead. */
export const LEASE_MS = 2 * 60_000;
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 10 * 60_000;
const AT_ONCE = 4;
/** A visitor's mistyped address bounces for good; the owner's own channels may be repaired at any time. */
const TO_VISITORS: readonly OutboxKind[] = ['confirm', 'welcome'];

/**
 * Delivers at least once. A row leaves the outbox only after the other side has taken it; a crash in between delivers it
 * again, under the same id. An entry is tried for as long as it exists: at least every ten minutes or so.
 */
export function createSender({ outbox, channels, deliver, now, random, log }: SenderDeps): Sender {
  const state = { stopped: false };

  async function attempt(row: OutboxRow): Promise<Outcome> {
    try {
      await deliver(row);
    } catch (error) {
      return fail(row, error);
    }
    await outbox.sent(row.id, now());
    return 'sent';
  }

  async function fail(row: OutboxRow, error: unknown): Promise<Outcome> {
    const { code, failure } =
      error instanceof DeliveryError ? error : new DeliveryError('UNEXPECTED', 'refused');
    const details = { outbox: row.id, channel: row.channel, attempts: row.attempts, code };
    if (code === 'UNEXPECTED')
      log.error({ ...details, name: (error as Error).name }, 'a delivery failed unexpectedly');
    else log.warn(details, 'a delivery failed');
    if (failure === 'permanent' && TO_VISITORS.includes(row.kind)) await outbox.giveUp(row.id, now(), code);
    else await outbox.retry(row.id, now() + retryDelay(row.attempts, random()), code);
    return failure;
  }

  async function drain(): Promise<number> {
    const reachable = new Set<OutboxRow['channel']>(channels);
    let tried = 0;
    while (!state.stopped && reachable.size > 0) {
      const rows = await outbox.take(
        channels.filter((channel) => reachable.has(channel)),
        now(),
        LEASE_MS,
        AT_ONCE,
      );
      if (rows.length === 0) break;
      tried += rows.length;
      const outcomes = await Promise.all(rows.map(attempt));
      // A server that is down is not asked again for every row that waits: the rest stays due, for the next look.
      rows.forEach((row, index) => outcomes[index] === 'unreachable' && reachable.delete(row.channel));
    }
    return tried;
  }

  return { drain, stop: () => void (state.stopped = true) };
}

type Outcome = 'sent' | DeliveryFailure;

/**
 * @param attempts how often it was tried, 1 after the first.
 * @param random 0 ≤ n < 1.
 * @returns ms until the next try: 15 s doubled each time, at most 10 min, spread by ± 20 %.
 */
export function retryDelay(attempts: number, random: number): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LAST_RETRY_MS);
  return Math.round(delay * (0.8 + 0.4 * random));
}
