import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';

/** How a pack arrives. */
export interface Arrival {
  /** Bytes that came so far. */
  bytes(): number;
  /** Whether the sender is waited for: all that came was read, and more is to come. */
  isAwaited(): boolean;
}

export interface IncomingPacksOptions {
  now: () => number;
  /** Calls back again and again, each time after so many milliseconds. @returns ends it. */
  every(ms: number, callback: () => void): () => void;
}

/** Packs that are received at a time. */
export const MOST_PACKS = { ofApp: 2, inAll: 8 } as const;
const RETRY_MS = 10_000;
const LOOK_MS = 1_000;
/** A pack of which no byte comes for so long is given up, in milliseconds. */
const IDLE_MS = 30_000;
/** So is one that brings fewer bytes in so many milliseconds of waiting for its sender. */
const SLOW_MS = 60_000;
const LEAST_BYTES = (SLOW_MS / 1_000) * 16 * 1024;

/** The packs that are being received: a few at a time, and none that stalls. */
export function createIncomingPacks({ now, every }: IncomingPacksOptions) {
  const arriving: (readonly string[])[] = [];
  const assertRoom = (apps: readonly string[]): void => {
    const full = apps.find(
      (app) => arriving.filter((others) => others.includes(app)).length >= MOST_PACKS.ofApp,
    );
    const isFull = arriving.length >= MOST_PACKS.inAll;
    if (full === undefined && !isFull) return;
    const reason = full === undefined ? `${arriving.length} in all` : `${MOST_PACKS.ofApp} of ${full}`;
    throw withRetryAfter(opsErrors.PUSHES({ ...MOST_PACKS, reason }), RETRY_MS);
  };
  return {
    /**
     * @param take takes the pack in. When its sender stalls it is not waited for any more: ending the connection ends it.
     * @throws OPS_PUSHES, OPS_PUSH_STALLED
     */
    async receive<Result>(
      apps: readonly string[],
      arrival: Arrival,
      take: () => Promise<Result>,
    ): Promise<Result> {
      assertRoom(apps);
      arriving.push(apps);
      const stalled = Promise.withResolvers<never>();
      const look = watchPace(arrival, now);
      const stop = every(LOOK_MS, () => {
        const reason = look();
        if (reason !== undefined) stalled.reject(opsErrors.PUSH_STALLED({ reason }));
      });
      try {
        return await Promise.race([take(), stalled.promise]);
      } finally {
        stop();
        arriving.splice(arriving.indexOf(apps), 1);
      }
    },
  };
}

/** @returns to be called again and again: why the pack is given up; undefined: it goes on. */
function watchPace({ bytes, isAwaited }: Arrival, now: () => number): () => string | undefined {
  let looked = { at: now(), bytes: bytes() };
  let idleMs = 0;
  /** The waiting for the sender since the last reckoning. */
  let waited = { ms: 0, bytes: 0 };
  return () => {
    const current = { at: now(), bytes: bytes() };
    const [ms, came] = [current.at - looked.at, current.bytes - looked.bytes];
    looked = current;
    waited.bytes += came;
    idleMs = came > 0 || !isAwaited() ? 0 : idleMs + ms;
    if (isAwaited()) waited.ms += ms;
    if (idleMs >= IDLE_MS) return `no byte came for ${IDLE_MS / 1_000} seconds`;
    if (waited.ms < SLOW_MS) return undefined;
    const isSlow = waited.bytes < LEAST_BYTES;
    waited = { ms: 0, bytes: 0 };
    return isSlow ? `fewer than ${LEAST_BYTES} bytes came in ${SLOW_MS / 1_000} seconds` : undefined;
  };
}
