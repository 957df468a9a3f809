/**
 * Why a delivery did not happen: the other side did not answer, did not take this one now, or will never take it
 * (SMTP 5xx).
 */
export type DeliveryFailure = 'unreachable' | 'refused' | 'permanent';

/** A delivery did not happen. Carries a code only, so that it may be kept and logged. */
export class DeliveryError extends Error {
  readonly code: string;
  readonly failure: DeliveryFailure;

  constructor(code: string, failure: DeliveryFailure) {
    super(`delivery failed: ${code}`);
    this.name = 'DeliveryError';
    this.code = code;
    this.failure = failure;
  }
}
