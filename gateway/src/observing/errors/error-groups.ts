import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorId, frameOf } from '@voltframe/kit/contract/reports/error-id';
import type { ErrorQueries } from './error-queries.ts';
import type { AttributedTally, ErrorStore } from './error-store.ts';
import {
  type Attributed,
  createPendingErrors,
  type ErrorTally,
  type SeenError,
  type Taken,
} from './pending-errors.ts';
import { createCoalescingRunner } from '../../platform/runtime/one-at-a-time.ts';
import { DAY_MS, type VisitorHashes } from './privacy.ts';

export type ErrorGroups = ReturnType<typeof createErrorGroups>;

export interface ErrorGroupsOptions {
  store: ErrorStore;
  queries: ErrorQueries;
  visitors: VisitorHashes;
  /** Computes the place of an error in the source. @throws when the database is away */
  attribute(tally: Pick<ErrorTally, 'seen' | 'id' | 'origin'>): Promise<Attributed>;
  now: () => number;
  /** How long a group is stored after it was last seen, in ms. */
  keepMs: number;
  /** Called with errors of writing. */
  onError(error: unknown): void;
}

const PRUNE_MS = 3_600_000;
/** Most errors of one write, because requests wait during a write. */
const AT_ONCE = 20;

/** The errors of every app and release, in groups of equal errors. */
export function createErrorGroups(options: ErrorGroupsOptions) {
  const { queries, visitors, now } = options;
  const pending = createPendingErrors();
  const { run: flush } = createCoalescingRunner(createWriter(options, pending));
  const flushed =
    <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await flush();
      return read(...args);
    };
  return {
    /** Records one error, without I/O on the caller's path; never throws. @returns its short id */
    note(seen: SeenError): string {
      const id = errorId(seen.message, frameOf(seen.stack ?? ''));
      const at = now();
      const visitor = seen.address === undefined ? undefined : visitors.of(seen.address);
      pending.add(seen, { id, at, visitor, day: Math.floor(at / DAY_MS) });
      return id;
    },
    /** Stores the pending entries; also runs before reading, and every few seconds. */
    flush,
    list: flushed(queries.list),
    find: flushed(queries.find),
    rates: flushed(queries.rates),
  };
}

/** @returns stores the pending entries; failed ones are stored the next time. */
function createWriter(
  { store, visitors, attribute, now, keepMs, onError }: ErrorGroupsOptions,
  pending: ReturnType<typeof createPendingErrors>,
): () => Promise<void> {
  let prunedAt = -Infinity;
  /** Entries that are not stored yet; after a failure they are the first ones of the next run. */
  let taken: Taken = { errors: [], hours: [] };
  const attributed = async (tally: ErrorTally): Promise<AttributedTally> => {
    const where = await attribute(tally);
    await nextTurn();
    return { ...tally, where };
  };
  const write = async (): Promise<void> => {
    while (taken.hours.length > 0 || taken.errors.length > 0) {
      const errors: AttributedTally[] = [];
      for (const tally of taken.errors.slice(0, AT_ONCE)) errors.push(await attributed(tally));
      await store.add(errors, taken.hours);
      taken.hours = [];
      taken.errors.splice(0, AT_ONCE);
      // Written entries are not written again when a later step fails.
      await store.bound(new Set(errors.map(({ where }) => where.app)), now()).catch(onError);
    }
  };
  const prune = async (): Promise<void> => {
    if (now() - prunedAt < PRUNE_MS) return;
    await store.prune(now() - keepMs);
    prunedAt = now();
  };
  return async () => {
    try {
      await write();
      taken = pending.take();
      await write();
      // After the write, because renewing removes the salt of the previous day, which its last errors need.
      await visitors.renew();
    } catch (error) {
      return onError(error);
    }
    await prune().catch(onError);
  };
}
