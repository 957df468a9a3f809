import type { CachedResponse, ResponseCache } from './response-cache.ts';
import type { ResponseStore } from './response-store.ts';

/** A response with its body, for a rendering. */
export type WholeResponse = CachedResponse & { body: Buffer };

export function isWhole(response: CachedResponse | undefined): response is WholeResponse {
  return response?.body !== undefined;
}

/** @returns whether a rendering needs no call for the body: it is in memory or in the store. */
export function hasBody(response: CachedResponse | undefined): boolean {
  return response?.bodyBytes !== undefined;
}

interface WholeResponsesOptions {
  cache: Pick<ResponseCache, 'read'>;
  store: Pick<ResponseStore, 'body'>;
  /** Never throws. */
  attempt(read: () => Promise<void>): Promise<void>;
}

/**
 * @returns reads the body of a cached response from the store when it is not in memory. Then: a copy, which keeps its
 *   body; undefined when there is none.
 */
export function createWholeResponses({ cache, store, attempt }: WholeResponsesOptions) {
  return async (response: CachedResponse | undefined): Promise<WholeResponse | undefined> => {
    if (!response || isWhole(response)) return response && { ...response };
    if (!hasBody(response)) return undefined;
    const { key, digest } = response;
    const read: { body?: Buffer | undefined } = {};
    await attempt(async () => void (read.body = await store.body(key, digest)));
    if (!read.body) return undefined;
    cache.read(key, digest, read.body);
    return { ...response, body: read.body };
  };
}
