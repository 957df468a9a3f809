import type { PlatformError } from '@voltframe/kit/errors/define-errors';

/** One defect of a candidate. */
export interface Finding {
  code: string;
  /** The app whose release has it. */
  app: string;
  reason: string;
  fix: string;
  /** It is there only because of another app's version: the release waits, and is tried again when that changes. */
  waits: boolean;
}

export function finding(app: string, error: PlatformError, waits = false): Finding {
  return { code: error.code, app, reason: error.message, fix: error.fix, waits };
}
