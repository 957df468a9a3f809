import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';

/** Progress of an incoming pack. */
export interface Arrival {
  /** Received bytes. */
  bytes(): number;
  /** Whether all received bytes were read and more are expected, so that the sender causes the wait. */
  isAwaited(): boolean;
}

export interface IncomingPacksOptions {
  now: () => number;
  /** Calls back at an interval in milliseconds. @returns stops the interval. */
  every(ms: number, callback: () => void): () => void;
}

/** Most concurrent incoming packs. */
export const MOST_PACKS = { ofApp: 2, inAll: 8 } as const;
const RETRY_MS = 10_000;
const LOOK_MS = 1_000;
/** Time without a byte after which a pack is aborted, in milliseconds. */
const IDLE_MS = 30_000;
/** A pack with fewer bytes within this time of waiting for its sender, in milliseconds, is aborted, too. */
const SLOW_MS = MINUTE_MS;
const LEAST_BYTES = (SLOW_MS / 1_000) * 16 * 1024;

/** The incoming packs: a limited number, and none that stalls. */
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
     * @param take reads the pack. It is not awaited when its sender stalls; the end of the connection ends it.
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

/** @returns a check to call at an interval: the reason to abort the pack; undefined: continue. */
function watchPace({ bytes, isAwaited }: Arrival, now: () => number): () => string | undefined {
  let looked = { at: now(), bytes: bytes() };
  let idleMs = 0;
  /** Time of waiting for the sender since the last check of its rate. */
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
