import type { Finding } from './finding.ts';
import type { ReleaseSummary } from './site-status.ts';

/** What a rollback would do, before it is done. */
export interface RollbackPlan {
  app: string;
  /** What is live. */
  from: ReleaseSummary;
  /** What the app goes back to. */
  to: ReleaseSummary;
  /** Until when that was live the last time, ms since the epoch; null = it never was, so it is checked first. */
  liveUntil: number | null;
  /** Apps that go back with it, because they went live together and do not fit otherwise; `to` null = off the site. */
  also: { app: string; from: string | null; to: string | null }[];
  /** Paths of the app's pages that come back, and that go. */
  pages: { back: string[]; gone: string[] };
  /** What stands in the way; each says which command does it. Empty: it can be done. */
  checks: Finding[];
}
