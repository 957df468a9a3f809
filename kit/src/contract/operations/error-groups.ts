import type { BrowserErrorKind } from '../reports/view-report.ts';

/**
 * Where an error was: in a browser, or on the server. `page`: what was answered instead of a page, without anything
 * thrown by an app (too slow, too large, an upstream); `resource`: what an app answers besides pages.
 */
export type ErrorKind = BrowserErrorKind | 'loader' | 'resource' | 'page' | 'process';

/** Errors of one release that are alike: the same message from the same place. */
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
  /** Family → how often; empty for errors of the server. */
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
   * Only addresses had it that nothing lists: a visitor may have invented them. Such errors are a group of their own, raise
   * no alert, and are not in the counts by hour.
   */
  unlisted?: true;
}

/** Answer of `GET /-/errors` and `GET /-/errors/:id`: newest first. */
export interface ErrorGroupList {
  groups: ErrorGroup[];
  /** Whether more were seen than are kept or shown. */
  more: boolean;
}
