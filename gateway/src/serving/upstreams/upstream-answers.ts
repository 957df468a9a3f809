import type { FetchedResponse } from './fetch-response.ts';

/** A request of a rendering to an upstream, checked: see kit's `upstreams.ts`. */
export interface UpstreamRequest {
  app: string;
  /** Its name in the app's `mfe.config.ts`. */
  upstream: string;
  /** Canonical path below the upstream's base: `/posts/7`. */
  path: string;
  query: [string, string][];
  /** Seconds after which the response is fetched again, in the background. */
  revalidateS: number;
  /** Names for `mfe invalidate`. */
  tags: string[];
}

export interface UpstreamResponse extends FetchedResponse {
  /** Begin of the last call that had this response; ms since the epoch. */
  fetchedAtMs: number;
  /** The upstream fails: this is the last good response. */
  stale: boolean;
}

export interface UpstreamCheck {
  /** When the response is to be checked again; ms since the epoch. */
  until: number;
  /** See UpstreamResponse; also for a response past its lifetime whose upstream fails for other responses. */
  stale: boolean;
}

export interface UpstreamResponses {
  /**
   * The newest response: immediately when it is cached (past `revalidateS` with a call in the background), else after
   * a call.
   * @param isListed whether it is for a listed page; default: it is. @throws an error of `upstreamErrors`
   */
  read(request: UpstreamRequest, isListed?: boolean): Promise<UpstreamResponse>;
  /** @returns whether a read now leaves some of the calls a second to visitors. A cached response needs no call. */
  leavesRoom(request: UpstreamRequest): boolean;
  /**
   * Compares a cached response with its lifetime: past it, the response is fetched again in the background. One that is
   * not cached is fetched too.
   */
  check(request: UpstreamRequest): UpstreamCheck;
  /** Fetches a response whose digest is not known, as after a start. @throws as `read` */
  fetchDigest(request: UpstreamRequest, isListed: boolean): Promise<void>;
  /** @returns the digest of the response that is cached under a key, without a call; undefined when there is none. */
  cachedDigest(key: string): string | undefined;
}

/** @returns the cache key of a response: `blog cms /posts?page=2`. Apps never share responses. */
export function upstreamKey({
  app,
  upstream,
  path,
  query,
}: Pick<UpstreamRequest, 'app' | 'upstream' | 'path' | 'query'>): string {
  return `${app} ${upstream} ${path}?${new URLSearchParams(query)}`;
}
