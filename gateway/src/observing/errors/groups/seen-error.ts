import type { ErrorKind } from '@voltframe/kit/contract/operations/error-groups';

/** An error as it is told of, by a browser or by the gateway itself. */
export interface SeenError {
  /** Whose it is as far as is known; its stack may say better. */
  app: string;
  /** Digest of that app's release. */
  release: string;
  composition: string;
  kind: ErrorKind;
  message: string;
  /** As a browser, or a render process, writes it. */
  stack?: string | undefined;
  /** React's component stack. */
  components?: string | undefined;
  /** Id of a route of the composition. */
  route?: string | undefined;
  times: number;
  /** Family of the browser; absent on the server. */
  browser?: string | undefined;
  /** Of the visitor: hashed at once and not kept; absent on the server. */
  address?: string | undefined;
}

/** Where an error was, after its stack was read by the maps of the releases. */
export interface Attributed {
  app: string;
  release: string;
  kind: ErrorKind;
  place?: string;
  /** The nearest first: `Post (blog src/pages/post.tsx:12)`. */
  frames: string[];
}

/** What happened to one error within a while. */
export interface ErrorTally {
  seen: Omit<SeenError, 'times' | 'route' | 'browser' | 'address'>;
  id: string;
  ofServer: boolean;
  times: number;
  firstSeen: number;
  lastSeen: number;
  routes: Map<string, number>;
  browsers: Map<string, number>;
  /** Hashes, by day. */
  visitors: Map<string, number>;
}
