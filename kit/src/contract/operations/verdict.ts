import type { MeasuredRelease } from './measurements.ts';
import type { SharedLibrary } from './shared-libraries.ts';
import type { PlatformError } from '../../errors/define-errors.ts';

/** The verdict on one or several releases. */
export interface Verdict {
  /** Every check passed. */
  accepted: boolean;
  /** Whether visitors get it now. Always false for `check` and `preview`. */
  activated: boolean;
  /**
   * Set for a stored release that is not live: the reason of its waiting. With `app` it is refused for now, so
   * `accepted` is false.
   */
  waiting?: Waiting;
  /** Id of the composition: the live one when activated, else the candidate. */
  composition?: string;
  /** For `preview`, when accepted: the signed address on the site's port, and until when it works. */
  previewUrl?: string;
  previewUntil?: number;
  /** The checked releases. */
  releases: { app: string; digest: string }[];
  /** Every defect; empty when accepted. */
  checks: Finding[];
  /** The warnings of passed releases, each with its owner; absent for none. */
  warnings?: Warning[];
  /** Ids of gateways that did not show it 10 seconds after it went live; absent for none. */
  behind?: string[];
  /** The measurements of passed releases; absent for development builds and for live releases. */
  measured?: MeasuredRelease[];
  /** The libraries that passed releases share, with the apps that have the same file; absent for none. */
  libraries?: SharedLibrary[];
}

export interface Waiting {
  /** `app`: refused only because of another app's version; `pin`, `freeze`: it becomes live when that ends. */
  for: 'app' | 'pin' | 'freeze';
  /** For `app`: it is tried again when one of these changes; empty = when any does. */
  apps?: string[];
  /** One line for people. */
  reason: string;
}

/**
 * received → admitted | refused | waiting: refused only because of another app's version, and tried again when that
 * changes. Waiting ends as `superseded` by a newer decision of its team, or as `withdrawn`.
 */
export type ReleaseState = 'received' | 'admitted' | 'refused' | 'waiting' | 'superseded' | 'withdrawn';

/** @param apps see {@link Waiting}. @returns the state of a release that is refused because of them, for people. */
export function triedAgain(apps: readonly string[]): string {
  return `it waits and is tried again when ${apps.length > 0 ? apps.join(' or ') : 'another app'} changes`;
}

/** The target of the wait of a release that not every gateway can serve; no app has such a name. */
export const A_GATEWAY = 'a gateway';

/** One defect that admission found in a release. */
export interface Finding {
  /** Of `errors/admission-errors.ts` or `errors/packaging-errors.ts`. */
  code: string;
  /** The app of the release. */
  app: string;
  reason: string;
  fix: string;
  /**
   * Where in the app's folder it is, as far as that is known: `src/pages/terms.tsx:12`, without a line for a module.
   */
  place?: string;
  /**
   * Set when the cause is another app's version: that app, or `*` when any app may bring the missing part;
   * {@link A_GATEWAY} when a gateway of the site cannot serve the release yet.
   */
  waitsFor?: string;
}

/** A target of a page: a path of the site, or the name of an island. */
export interface Reference {
  kind: 'link' | 'island';
  name: string;
}

/**
 * A defect that does not refuse the release, but that a team has to fix: a page links to a missing target, and either
 * belongs to another release, or had the defect before. `app` is the app that removed the target, if any.
 */
export interface Warning extends Finding {
  /** The app of the page, whose team has to fix it. */
  owner: string;
  /** Digest of the owner's release that has the page. */
  digest: string;
  /** Absent when no target is missing: the defect is in the page itself. */
  lost?: Reference;
  /** Pattern of the route whose pages fail, as far as a route is the cause. */
  route?: string;
}

/** @param waitsFor see {@link Finding}; undefined = the defect is the release's own. */
export function finding(app: string, error: PlatformError, waitsFor?: string): Finding {
  const { code, message, fix } = error;
  return { code, app, reason: message, fix, ...(waitsFor !== undefined && { waitsFor }) };
}
