import type { PlatformError } from '@voltframe/kit/errors/define-errors';

/** One defect of a candidate. */
export interface Finding {
  code: string;
  /** The app whose release has it. */
  app: string;
  reason: string;
  fix: string;
  /** Set when it is there only because of another app's version: that app, or `*` when any may bring what is missing. */
  waitsFor: string | null;
}

export function finding(app: string, error: PlatformError, waitsFor: string | null = null): Finding {
  return { code: error.code, app, reason: error.message, fix: error.fix, waitsFor };
}
