import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { VitalBudget } from '@voltframe/kit/contract/figures/budget';
import type { Figure } from '@voltframe/kit/contract/operations/figures';

/** What the rules judge: one app, at one moment. */
export interface AppSeen {
  app: string;
  /** ms since the epoch. */
  now: number;
  live: {
    release: string;
    /** Since when (ms since the epoch); undefined: for longer than the history says. */
    since: number | undefined;
  };
  /** The release that was live before it, if one was. */
  before: { release: string; since: number | undefined } | undefined;
  /** Of the live release, the last seen first. */
  groups: readonly ErrorGroup[];
  /** Errors by release and hour, of twice {@link BEFORE_MS}. */
  errors: readonly { release: string; hourMs: number; times: number }[];
  /** Page views by release and day (UTC), as far back; empty where they are not known. */
  views: readonly { release: string; dayMs: number; count: number }[];
  /** Of each route with a budget for it: what the app allows itself, and what visitors of the live release had. */
  vitals: readonly { route: string; budget: VitalBudget; figures: readonly Figure[] }[];
}

/** What a rule says of an app. */
export interface Finding extends Pick<Alert, 'rule' | 'summary' | 'error' | 'rate' | 'vital'> {
  /** Of one release a rule tells of a subject once. */
  subject: string;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** How far back a release is compared with the one before it. */
export const BEFORE_MS = 7 * DAY_MS;

/** @returns when the day (UTC) began. */
export function dayOf(ms: number): number {
  return ms - (ms % DAY_MS);
}
