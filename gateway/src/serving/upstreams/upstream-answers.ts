/** What a rendering asks for. Whoever makes one has checked it: see kit's `upstreams.ts`. */
export interface UpstreamRequest {
  app: string;
  /** Its name in the app's `mfe.config.ts`. */
  upstream: string;
  /** In its one spelling, below the upstream's base: `/posts/7`. */
  path: string;
  query: [string, string][];
  /** Seconds after which the answer is asked for again, behind whoever wants it. */
  revalidateS: number;
  /** What `mfe invalidate` names it by. */
  tags: string[];
}

export interface UpstreamResponse {
  status: number;
  /** Those that release code may see, in lower case. */
  headers: Record<string, string>;
  body: Buffer;
  /** Of status, headers and body: a page is good as long as this is unchanged. */
  digest: string;
  /** ms since the epoch; of the last call that had this answer. */
  fetchedAtMs: number;
  /** The upstream fails: this is the last good answer. */
  stale: boolean;
}

export interface UpstreamResponses {
  /**
   * The newest answer: at once when one is held (a call behind it when it is past `revalidateS`), else after the call.
   * @throws an error of errors.ts of this folder.
   */
  read(request: UpstreamRequest): Promise<UpstreamResponse>;
  /** Digest of what is held now under a key, without a call; undefined when nothing is. For the validity of pages. */
  cachedDigest(key: string): string | undefined;
}

/** @returns what an answer is held under: `blog cms /posts?page=2`; one app never sees what another was answered. */
export function upstreamKey({
  app,
  upstream,
  path,
  query,
}: Pick<UpstreamRequest, 'app' | 'upstream' | 'path' | 'query'>): string {
  return `${app} ${upstream} ${path}?${new URLSearchParams(query)}`;
}
