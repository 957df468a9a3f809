import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { LRUCache } from 'lru-cache';

/** The keys whose last call failed. */
export interface CallFailures {
  add(key: string, upstream: string, error: PlatformError): void;
  clear(key: string): void;
  has(key: string): boolean;
  /** @returns the error of a call that failed just now: asking again at once would only make it worse. */
  recent(key: string): PlatformError | undefined;
  /** `reason` is for whoever runs the site, and never has a header or a secret. */
  lastOf(upstream: string): UpstreamStatus['lastError'];
}

const PAUSE_MS = 2_000;
/** Visitors can make up addresses without end. */
const MAX_KEYS = 5_000;

/** @param now ms since the epoch */
export function createCallFailures(now: () => number): CallFailures {
  const failures = new LRUCache<string, { error: PlatformError; at: number }>({ max: MAX_KEYS });
  const last = new Map<string, NonNullable<UpstreamStatus['lastError']>>();
  return {
    add(key, upstream, error) {
      failures.set(key, { error, at: now() });
      last.set(upstream, { code: error.code, reason: error.why, at: now() });
    },
    clear: (key) => void failures.delete(key),
    has: (key) => failures.has(key),
    recent(key) {
      const failure = failures.get(key);
      return failure && now() - failure.at < PAUSE_MS ? failure.error : undefined;
    },
    lastOf: (upstream) => last.get(upstream),
  };
}
