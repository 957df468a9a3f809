/**
 * The address of the public figures. They are the same for everybody, of the live composition, and at most two minutes
 * old: computed once a minute, and kept by caches for as long.
 */
export const FIGURES_URL = '/builds/figures.json';

/** The public figures of a site. Times are in ms since the epoch, sizes in bytes. */
export interface SiteFigures {
  /** When they were computed. */
  at: number;
  /** Id of the live composition. */
  composition: string;
  /** The live releases, the shell first. */
  apps: AppFigures[];
  counted: SiteCounts;
  /** The last step in which releases went live by a deploy; absent: the history has none, or cannot be read now. */
  deploy?: LastDeploy;
}

/** A live release. */
export interface AppFigures {
  app: string;
  /** 12 digits of its digest. */
  release: string;
  /** `a1b2c3d`, or `a1b2c3d-dirty`. Absent, like `team`: unknown, or not public (`PUBLIC_FIGURES`). */
  commit?: string;
  team?: string;
  /** Names of its islands, by which a page finds their app. */
  islands: string[];
  /** Absent: the history has no such entry, or cannot be read now. */
  activatedAt?: number;
  /** Of all its scripts, as sent (brotli). */
  scriptBytes: number;
}

/** Counts of one gateway. */
export interface SiteCounts {
  /** When it started, and began to count. */
  since: number;
  /** Id of the gateway: four characters that change at each start. */
  gateway: string;
  /** Number of gateways of the site; each counts separately. */
  gateways: number;
  /** Answers, without those to health checks. */
  requests: number;
  /** Bodies of those answers, as sent. */
  bytes: number;
  /** Answers of those with a status of 500 or more. */
  failed: number;
  /**
   * By app, of its live release: pages, payloads and islands that it answered, and those of them with a status of 500
   * or more; from the start of the gateway or from when it first showed the release.
   */
  apps: Record<string, { requests: number; failed: number }>;
}

export interface LastDeploy {
  at: number;
  /** The apps whose releases went live. */
  apps: string[];
  /** Whether all of those are still live; `false` after a rollback. */
  stands: boolean;
  /**
   * Pages, payloads and islands that these releases answered, and those of them with a status of 500 or more; counted
   * by this gateway, from its start or from when it first showed them.
   */
  requests: number;
  failed: number;
}
