import { SECOND_MS } from '@voltframe/kit/contract/units';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';

/** @param ms until a retry may succeed. @returns the error, for an answer with Retry-After. */
export function withRetryAfter(error: PlatformError, ms: number): PlatformError {
  return Object.assign(error, { retryAfter: Math.max(1, Math.ceil(ms / SECOND_MS)) });
}

/** @returns seconds; undefined for an error without a retry time. */
export function retryAfterOf(error: unknown): number | undefined {
  return (error as { retryAfter?: number } | undefined)?.retryAfter;
}
