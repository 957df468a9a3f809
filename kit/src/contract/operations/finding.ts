import type { PlatformError } from '../../errors/define-errors.ts';

/** One defect that admission found in a release. */
export interface Finding {
  /** Of `errors/admission-errors.ts` or `errors/packaging-errors.ts`. */
  code: string;
  /** The app whose release has it. */
  app: string;
  reason: string;
  fix: string;
  /** Set when it is there only because of another app's version: that app, or `*` when any may bring what is missing. */
  waitsFor?: string;
}

/** @param waitsFor see {@link Finding}; undefined = the defect is the release's own. */
export function finding(app: string, error: PlatformError, waitsFor?: string): Finding {
  const { code, message, fix } = error;
  return { code, app, reason: message, fix, ...(waitsFor !== undefined && { waitsFor }) };
}
