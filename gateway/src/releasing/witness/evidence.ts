import { LRUCache } from 'lru-cache';
import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { CallRecord } from '../../serving/render/call-record.ts';

/** Number of calls of a release that are replayed in their order. */
const LAST_CALLS = 200;
/** Characters of recorded requests and replies, for each app. */
const APP_SIZE = 8 * 1024 * 1024;
const MOST_APPS = 50;
/** Window in which failures for the same request count, in milliseconds. */
const FAILURE_WINDOW_MS = 10 * 60_000;
const MOST_COUNTED = 2_000;
const ERRORS_PER_APP = 100;

interface AppCalls {
  digest: string;
  calls: CallRecord[];
  size: number;
}

/**
 * The recorded calls of live releases. Everything is in memory and bounded; the oldest records go first.
 * @param now milliseconds since the epoch.
 */
export function createEvidence(now: () => number) {
  const apps = new LRUCache<string, AppCalls>({ max: MOST_APPS });
  const failures = new LRUCache<string, { count: number; until: number }>({ max: MOST_COUNTED });
  const errors = new LRUCache<string, LRUCache<string, CallRecord>>({
    max: MOST_APPS,
    memoMethod: () =>
      new LRUCache({ max: ERRORS_PER_APP, maxSize: APP_SIZE, sizeCalculation: ({ size }) => size + 1 }),
  });
  return {
    /** Adds a call to the last calls of its release. */
    add(record: CallRecord): void {
      const { app, digest } = record.owner;
      const known = apps.get(app);
      const own = known?.digest === digest ? known : { digest, calls: [], size: 0 };
      apps.set(app, own);
      own.calls.push(record);
      own.size += record.size;
      while (own.calls.length > LAST_CALLS || own.size > APP_SIZE) own.size -= own.calls.shift()!.size;
    },
    /**
     * @returns those of the last calls of a release for listed addresses, the oldest first, repeated up to {@link
     * LAST_CALLS}, without those with too large inputs. Strangers cannot choose other calls.
     */
    async lastCalls({ app, digest }: CallRecord['owner']): Promise<CallRecord[]> {
      const own = apps.get(app);
      const calls = own?.digest === digest ? own.calls.filter(({ replies }) => replies !== undefined) : [];
      const areListed = await Promise.all(calls.map(({ isListed }) => isListed().catch(() => false)));
      const listed = calls.filter((_, index) => areListed[index]);
      const length = listed.length === 0 ? 0 : LAST_CALLS;
      return Array.from({ length }, (_, index) => listed[index % listed.length]!);
    },
    /** Counts a failed call. @returns the number of failed calls for the same request within the window. */
    countFailure(record: CallRecord): number {
      const key = callKey(record);
      const known = failures.get(key);
      const counted = known && known.until > now() ? known : { count: 0, until: now() + FAILURE_WINDOW_MS };
      counted.count++;
      failures.set(key, counted);
      return counted.count;
    },
    /** Stores the call behind an error, for `mfe replay`. */
    keep(errorId: string, record: CallRecord): void {
      errors.memo(record.owner.app).set(errorId, record);
    },
    /** @param app undefined: of any app. @returns the call behind an error; undefined: it is no longer stored. */
    find(errorId: string, app: string | undefined): CallRecord | undefined {
      const readable = app === undefined ? [...errors.values()] : [errors.get(app)];
      return readable.map((own) => own?.get(errorId)).find(Boolean);
    },
  };
}

/**
 * @returns a digest that is equal for the same call of the same release, because a request may have 64 KB of
 * properties.
 */
export function callKey({ owner, type, request }: CallRecord): string {
  return sha256(canonicalJson({ ...owner, type, request }));
}
