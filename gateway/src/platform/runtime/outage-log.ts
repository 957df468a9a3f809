import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { pino } from 'pino';
import { gatewayErrors } from '../errors.ts';
import { createAttemptLimit } from './attempt-limit.ts';

const WINDOW_MS = MINUTE_MS;

/**
 * While the database is away, each background task of the gateway logs it every few seconds.
 * @param now ms since the epoch.
 * @returns a hook of the log by which each of these messages is written once a minute. All others are written.
 */
export function limitOutageLines(now: () => number): NonNullable<pino.LoggerOptions['hooks']> {
  const lines = createAttemptLimit({ most: 1, windowMs: WINDOW_MS, now });
  return {
    logMethod(line, write) {
      const [details, message] = line as [unknown, string?];
      if (!isOfOutage(details) || lines.take(String(message))) write.apply(this, line);
    },
  };
}

function isOfOutage(details: unknown): boolean {
  const { code, err } = (details ?? {}) as { code?: string; err?: { code?: string } };
  return [code, err?.code].includes(gatewayErrors.DATABASE_AWAY.code);
}
