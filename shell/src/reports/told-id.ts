import { errorId, frameOf } from '@voltframe/kit/contract/reports/error-id';

/**
 * As the gateway makes it of what reported-error.ts tells; apart from that, which is in another script.
 * @returns the id under which an error is found; undefined for what is nobody's failure
 */
export function toldId(error: unknown): string | undefined {
  const { message = error, stack, status = 500 } = (error ?? {}) as Record<string, unknown>;
  const frame = frameOf(typeof stack === 'string' ? stack : '');
  const isTold = frame !== '' || stack === undefined;
  return Number(status) >= 500 && isTold ? errorId(String(message), frame) : undefined;
}
