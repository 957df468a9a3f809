import { errorId, frameOf } from '@voltframe/kit/contract/reports/error-id';
import type { Tell } from './signals.ts';

/** @returns reports a failed load; undefined without a network, where every load fails. */
export const onlineTell = ({ window, tell }: { window: Window; tell: Tell | undefined }): Tell | undefined =>
  window.navigator.onLine ? tell : undefined;

/**
 * Computes the same id as the gateway does from the report of reported-error.ts. It is a separate module, because
 * reported-error.ts is in another script.
 * @returns the id of an error; undefined for an error that is not reported
 */
export function toldId(error: unknown): string | undefined {
  const { message = error, stack, status = 500 } = (error ?? {}) as Record<string, unknown>;
  const frame = frameOf(typeof stack === 'string' ? stack : '');
  const isTold = frame !== '' || stack === undefined;
  return Number(status) >= 500 && isTold ? errorId(String(message)) : undefined;
}
