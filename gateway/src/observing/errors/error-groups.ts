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
import { DAY_MS, type VisitorHashes } from './privacy.ts';

/** The errors of every app and release, in groups of equal errors. */
export interface ErrorGroups extends ErrorQueries {
  /** Takes one error; never throws, costs no I/O on the caller's path. @returns its short id */
  note(error: SeenError): string;
  /** Stores the pending entries; also runs before reading, and every few seconds. */
  flush(): Promise<void>;
}

export interface ErrorGroupsOptions {
  store: ErrorStore;
  queries: ErrorQueries;
  visitors: VisitorHashes;
  /** Finds out where an error was. @throws when it cannot just now */
  attribute(tally: Pick<ErrorTally, 'seen' | 'id' | 'origin'>): Promise<Attributed>;
  /** Lets others have their turn. */
  pause(): Promise<unknown>;
  now: () => number;
  /** How long a group is kept after it was last seen, in ms. */
  keepMs: number;
  /** Called with errors of writing. */
  onError(error: unknown): void;
}

const PRUNE_MS = 3_600_000;
/** Errors that are written at once: visitors wait meanwhile. */
const AT_ONCE = 20;

export function createErrorGroups(options: ErrorGroupsOptions): ErrorGroups {
  const { queries, visitors, now } = options;
  const pending = createPendingErrors();
  const write = createWriter(options, pending);
  let flushing: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    // Entries that arrive meanwhile are stored, too.
    await flushing;
    flushing ??= write().finally(() => (flushing = undefined));
    await flushing;
  };
  const flushed =
    <Args extends unknown[], Answer>(read: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await flush();
      return read(...args);
    };
  return {
    note(seen) {
      const id = errorId(seen.message, frameOf(seen.stack ?? ''));
      const at = now();
      const visitor = seen.address === undefined ? undefined : visitors.of(seen.address);
      pending.add(seen, { id, at, visitor, day: Math.floor(at / DAY_MS) });
      return id;
    },
    flush,
    list: flushed(queries.list),
    find: flushed(queries.find),
    rates: flushed(queries.rates),
  };
}

/** @returns stores the pending entries; failed ones are stored the next time. */
function createWriter(
  { store, visitors, attribute, pause, now, keepMs, onError }: ErrorGroupsOptions,
  pending: ReturnType<typeof createPendingErrors>,
): () => Promise<void> {
  let prunedAt = -Infinity;
  const attributed = async (tally: ErrorTally): Promise<AttributedTally> => {
    const where = await attribute(tally);
    await pause();
    return { ...tally, where };
  };
  /** Takes the pending entries for writing. */
  const add = async (taken: Taken): Promise<void> => {
    while (taken.hours.length > 0 || taken.errors.length > 0) {
      const errors: AttributedTally[] = [];
      for (const tally of taken.errors.slice(0, AT_ONCE)) errors.push(await attributed(tally));
      await store.add(errors, taken.hours);
      taken.hours = [];
      taken.errors.splice(0, AT_ONCE);
      // Written entries are not returned, whatever happens next.
      await store.bound(new Set(errors.map(({ where }) => where.app)), now()).catch(onError);
    }
  };
  const prune = async (): Promise<void> => {
    if (now() - prunedAt < PRUNE_MS) return;
    await store.prune(now() - keepMs);
    prunedAt = now();
  };
  return async () => {
    const taken = pending.take();
    try {
      await add(taken);
      // After that: with the day that is over go the visitors of its last errors, too.
      await visitors.renew();
    } catch (error) {
      pending.giveBack(taken);
      return onError(error);
    }
    await prune().catch(onError);
  };
}
