import type { BrowserErrorKind } from '../reports/view-report.ts';

/**
 * Place of an error: a browser, or the server. `page`: an error answer for a page without an error of the app's code
 * (too slow, too large, an upstream); `resource`: an answer of an app that is no page.
 */
export type ErrorKind = BrowserErrorKind | 'loader' | 'resource' | 'page' | 'process';

/** Errors of one release with the same message and place. */
export interface ErrorGroup {
  /** The id on the error screen. Groups of several releases may share it when the file did not change. */
  id: string;
  app: string;
  /** Digest of the release. */
  release: string;
  kind: ErrorKind;
  message: string;
  /** Line of the team's own source, by the release's private source map: `src/pages/post.tsx:12`. Absent: unknown. */
  place?: string;
  /** The nearest first: `Post (blog src/pages/post.tsx:12)`. */
  frames: string[];
  /** Ids of routes, the most frequent first. */
  routes: string[];
  /** Browser family → count; empty for errors of the server. */
  browsers: Record<string, number>;
  times: number;
  /** Different visitors of a day, summed over its days: addresses are hashed with a salt that changes every day. */
  visitors: number;
  /** ms since the epoch. */
  firstSeen: number;
  lastSeen: number;
  /** Id of the composition that it was first seen in. */
  composition: string;
  /** Whether no earlier release of the app had it. */
  isNew: boolean;
  /**
   * Only unlisted addresses produced it, which a visitor may have invented. Such errors are a separate group, raise
   * no alert, and are not in the counts by hour.
   */
  unlisted?: true;
}

/** Answer of `GET /-/errors` and `GET /-/errors/:id`: newest first. */
export interface ErrorGroupList {
  groups: ErrorGroup[];
  /** Whether further groups are not stored or not shown. */
  more: boolean;
}
