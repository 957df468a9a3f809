/** A backend that the app's `mfe.config.ts` names in `upstreams`. The gateway asks it: release code has no network. */
export interface Upstream {
  /**
   * Asks for what is at a path. Two of the same in one rendering are one, and have the same answer.
   * @param path from its base, in its plain spelling: `/posts/7`.
   * @throws an error with a `code` of docs/errors.md: what is thrown on is the page's own 502 or 504.
   */
  get(path: string, options?: UpstreamOptions): Promise<UpstreamResponse>;
}

export interface UpstreamOptions {
  query?: Record<string, string | number | boolean | undefined>;
  /** Seconds after which it is asked again, behind the visitor who comes then; default 60. */
  revalidate?: number;
  /** What `mfe invalidate` names it by: `posts`. */
  tags?: string[];
}

/** The answer is an input of the page: it is rendered again when the answer has changed. */
export interface UpstreamResponse {
  /** Below 500. */
  status: number;
  /** Whether the status is 200 to 299. */
  ok: boolean;
  /** Those that the gateway hands on, in lower case. */
  headers: Record<string, string>;
  text(): string;
  /** @throws an error that names the upstream and the path, when it is no JSON. */
  json<Value = unknown>(): Value;
}

/** What a rendering asks the gateway. */
export interface UpstreamQuestion {
  upstream: string;
  path: string;
  query: [name: string, value: string][];
  /** Seconds. */
  revalidate: number;
  tags: string[];
}

export type UpstreamReply =
  | { ok: true; status: number; headers: Record<string, string>; text: string }
  /** `message` says what is wrong, and what to do. */
  | { ok: false; code: string; message: string };

/** Asks the gateway, on behalf of one rendering. */
export type AskUpstream = (question: UpstreamQuestion) => Promise<UpstreamReply>;
