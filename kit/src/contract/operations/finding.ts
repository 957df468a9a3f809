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

/** What a page leads to, or has in it: a path of the site, or the name of an island. */
export interface Reference {
  kind: 'link' | 'island';
  name: string;
}

/**
 * What admission lets through though a team has to mend it: a page leads to what is not there any more, and the release
 * that is checked is not the one that has that page, or had it so before. `app` is the app that took it away, where one did.
 */
export interface Warning extends Finding {
  /** Whose page it is: its team mends it. */
  owner: string;
  /** Digest of the owner's release that has the page. */
  digest: string;
  lost: Reference;
}

/** @param waitsFor see {@link Finding}; undefined = the defect is the release's own. */
export function finding(app: string, error: PlatformError, waitsFor?: string): Finding {
  const { code, message, fix } = error;
  return { code, app, reason: message, fix, ...(waitsFor !== undefined && { waitsFor }) };
}
