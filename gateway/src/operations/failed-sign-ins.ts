import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Telemetry } from '../observing/telemetry/telemetry.ts';
import { createAttemptLimit, createNetworkLimit } from '../platform/runtime/attempt-limit.ts';

/** The failed attempts of one network within a minute after which it is refused. */
const MAX_FAILURES = 30;
/** Most log lines within a minute, of all networks together; the next one has the number of omitted ones. */
const MAX_LINES = 10;
export const FAILURES_WINDOW_MS = MINUTE_MS;

/**
 * Counts, logs and limits the attempts with a missing or invalid token. The tokens are not stored, and a
 * valid token works independent of failed attempts from its address.
 */
export interface FailedSignIns {
  /** Counts an attempt, by the API or on the page. @returns false when its network had too many. */
  take(request: Pick<FastifyRequest, 'id' | 'ip'>, by: 'api' | 'page'): boolean;
}

/** @param now ms since the epoch. */
export function createFailedSignIns(
  telemetry: Pick<Telemetry, 'count'>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number,
): FailedSignIns {
  const networks = createNetworkLimit({ most: MAX_FAILURES, windowMs: FAILURES_WINDOW_MS, now });
  const lines = createAttemptLimit({ most: MAX_LINES, windowMs: FAILURES_WINDOW_MS, now });
  let unlogged = 0;
  return {
    take({ id, ip }: Pick<FastifyRequest, 'id' | 'ip'>, by: 'api' | 'page'): boolean {
      telemetry.count('failed_sign_ins_total', { by });
      if (lines.take('')) {
        logger.warn({ reqId: id, from: ip, by, unlogged }, 'a token was refused');
        unlogged = 0;
      } else unlogged++;
      return networks.take(ip);
    },
  };
}
