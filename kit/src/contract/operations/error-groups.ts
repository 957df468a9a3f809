import type { BrowserErrorKind } from '../reports/view-report.ts';

/**
 * Place of an error: a browser, or the server. `page`: an error answer for a page without an error of the app's code
 * (too slow, too large, an upstream); `resource`: an answer of an app that is no page.
 */
export type ErrorKind = BrowserErrorKind | 'loader' | 'resource' | 'page' | 'process';

/**
 * Who met an error: a `listed` page or an `unlisted` address on the server, or a `browser`. Visitors can invent
 * unlisted addresses and reports of browsers. Each source has groups of its own, and only the first raises events.
 */
export type ErrorSource = 'listed' | 'unlisted' | 'browser';

/** The errors of one release with the same message in the same file, from one source. */
export interface ErrorGroup {
  /** The id on the error screen (`../reports/error-id.ts`). Groups with the same message share it. */
  id: string;
  app: string;
  /** Digest of the release. */
  release: string;
  source: ErrorSource;
  times: number;
  /** ms since the epoch. */
  firstSeen: number;
  lastSeen: number;
  /** Whether no earlier release of the app had it. */
  isNew: boolean;
  // The following fields are of the first error of the group.
  kind: ErrorKind;
  message: string;
  /** Line of the team's own source, by the release's private source map: `src/pages/post.tsx:12`. Absent: unknown. */
  place?: string;
  /** The nearest first: `Post (blog src/pages/post.tsx:12)`. */
  frames: string[];
  /** Id of the route. */
  route?: string;
  /** `chromium`, `firefox`, `safari` or `other`; absent on the server. */
  browser?: string;
  /** Id of the composition. */
  composition: string;
}

/** Answer of `GET /-/errors` and `GET /-/errors/:id`: newest first. */
export interface ErrorGroupList {
  groups: ErrorGroup[];
  /** Whether further groups are not shown. */
  more: boolean;
}
