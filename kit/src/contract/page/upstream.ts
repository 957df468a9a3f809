/** A backend that the app's `mfe.config.ts` names in `upstreams`. The gateway asks it: release code has no network. */
export interface Upstream {
  /**
   * Fetches a path. Equal requests in one rendering share one response.
   * @param path from its base, in its plain spelling, with or without a query: `/posts/7`, `/products?page=1`. A
   *   parameter of `options.query` replaces the one of the same name.
   * @throws an error with a `code` of docs/errors.md; a rethrown error makes the page answer 502 or 504.
   */
  get(path: string, options?: UpstreamOptions): Promise<UpstreamResponse>;
}

export interface UpstreamOptions {
  query?: Record<string, string | number | boolean | undefined>;
  /** Seconds after which it is refetched in the background of the next request; default 60. */
  revalidate?: number;
  /** The tags for `mfe invalidate`: `posts`. */
  tags?: string[];
}

/** The answer is an input of the page: it is rendered again when the answer has changed. */
export interface UpstreamResponse {
  /** Below 500. */
  status: number;
  /** Whether the status is 200 to 299. */
  ok: boolean;
  /** Headers that the gateway forwards, in lower case. */
  headers: Record<string, string>;
  text(): string;
  /** @throws an error that names the upstream and the path, when it is no JSON. */
  json<Value = unknown>(): Value;
}

/** A request of a rendering to the gateway. */
export interface UpstreamQuestion {
  upstream: string;
  path: string;
  query: UpstreamParameters;
  /** Seconds. */
  revalidate: number;
  tags: string[];
}

export type UpstreamReply =
  | { ok: true; status: number; headers: Record<string, string>; text: string }
  /** `message` has the reason and the fix. */
  | { ok: false; code: string; message: string };

/** Asks the gateway, on behalf of one rendering. */
export type AskUpstream = (question: UpstreamQuestion) => Promise<UpstreamReply>;

/** The parameters of a request, sorted by name: equal requests share one answer. */
export type UpstreamParameters = [name: string, value: string][];

/**
 * @param path of a call of {@link Upstream.get}, with or without a query
 * @param query its `options.query`; a parameter replaces those of the same name in the path, `undefined` is none
 */
export function upstreamTarget(
  path: string,
  query: UpstreamOptions['query'] = {},
): { path: string; query: UpstreamParameters } {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  );
  const names = new Set(given.map(([name]) => name));
  const mark = path.indexOf('?');
  const written = mark === -1 ? [] : [...new URLSearchParams(path.slice(mark))];
  const all = new URLSearchParams([...written.filter(([name]) => !names.has(name)), ...given]);
  all.sort();
  return { path: mark === -1 ? path : path.slice(0, mark), query: [...all] };
}
