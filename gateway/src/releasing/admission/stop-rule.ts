import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { gatewayErrors } from '../../platform/errors.ts';

/** Says when a candidate has shown enough: each page that never ends costs its whole time limit. */
export interface StopRule {
  /** Counts a page or island that, tried alone, used up its time limit. */
  count(): void;
  /** Too many ended by their time limit, of whatever route. */
  stopped(): boolean;
  /** Nothing more is to be begun: stopped, or the deadline of the admission has passed. */
  ended(): boolean;
}

export const MOST_TIMEOUTS = 3;

/** @param signal of the deadline. */
export function createStopRule(signal: AbortSignal): StopRule {
  let timeouts = 0;
  const stopped = (): boolean => timeouts >= MOST_TIMEOUTS;
  return {
    count: () => void timeouts++,
    stopped,
    ended: () => stopped() || signal.aborted,
  };
}

/** @returns whether it says that a rendering used up its time limit. */
export function isTimeout(error: unknown): boolean {
  return isPlatformError(error) && error.code === gatewayErrors.RENDER_TIMEOUT.code;
}
