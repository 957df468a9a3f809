import type { ClientRoute, PagePayload, PayloadRedirect } from '@voltframe/kit/contract/page/page-data';
import { declaredSearch } from '@voltframe/kit/contract/routing/declared-search';
import type { PageError } from '@voltframe/kit/errors/page-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';

/** The server's response to a request for the data of a page. `gone`: only a document load helps. */
export type PayloadAnswer =
  | { type: 'payload'; payload: PagePayload }
  | ({ type: 'redirect' } & PayloadRedirect['redirect'])
  | { type: 'error'; error: PageError }
  | { type: 'gone' };

interface PayloadPorts {
  /** The composition that rendered the document: all data comes from it. */
  composition: string;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now(): number;
  warn(message: string, cause: unknown): void;
}

export type Payloads = ReturnType<typeof createPayloads>;

/** More entries would only use memory: the HTTP cache stores them too. */
const MOST_KEPT = 50;
/** Data that may change within a composition is stored for this time, for the click after a prefetch. */
const CHANGING_KEPT_MS = 30_000;

interface Kept {
  loading: Promise<PayloadAnswer>;
  /** ms since the epoch. */
  until: number;
}

export function createPayloads(ports: PayloadPorts) {
  const kept = new Map<string, Kept>();

  /** @param told reports whether the data stays the same for the life of the composition. */
  async function request(
    url: string,
    prerender: boolean,
    priority: 'high' | 'low',
    told?: (isFinal: boolean) => void,
  ): Promise<PayloadAnswer> {
    try {
      const response = await ports.fetch(url, {
        priority,
        cache: prerender ? 'default' : 'no-store',
        headers: { accept: 'application/json', 'x-composition': ports.composition },
      });
      told?.(response.headers.get('cache-control')?.includes('immutable') ?? false);
      return readAnswer(response.status, await response.json());
    } catch (cause) {
      ports.warn(siteErrors.PAYLOAD_FETCH({ url }).message, cause);
      return { type: 'gone' };
    }
  }

  return {
    /**
     * The data of a page (docs/behaviour.md 10.1). The data of prerendered pages is stored: after a prefetch the
     * navigation is instant.
     * @param place normalised path, and the query: for a prerendered page only the parameters that its loader reads are
     *   sent, for others the whole query, for their guards
     */
    load(
      { prerender, loads = [] }: Pick<ClientRoute, 'prerender' | 'loads'>,
      { path, search }: { path: string; search: string },
      priority: 'high' | 'low' = 'high',
    ): Promise<PayloadAnswer> {
      // Data of guarded and per-request pages may belong to another person next time: it is never stored.
      if (!prerender) return request(payloadUrl(path, String(ports.now()), search), false, priority);
      const asked = declaredSearch(loads, search);
      const key = path + asked;
      const known = kept.get(key);
      if (known && known.until > ports.now()) return known.loading;
      const entry = { until: Infinity } as Kept;
      entry.loading = request(payloadUrl(path, ports.composition, asked), true, priority, (isFinal) => {
        if (!isFinal) entry.until = ports.now() + CHANGING_KEPT_MS;
      });
      const { loading } = entry;
      kept.set(key, entry);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? key);
      void loading.then(({ type }) => type === 'payload' || kept.get(key) !== entry || kept.delete(key));
      return loading;
    },
  };
}

/** @param version composition id of a prerendered page's payload, else a timestamp */
export function payloadUrl(path: string, version: string, search = ''): string {
  return `${path === '/' ? '' : path}/_payload.json?${version}${search.replace('?', '&')}`;
}

/** Code of the gateway's error for a composition that it no longer serves. */
const COMPOSITION_GONE = 'GW_COMPOSITION_GONE';

function readAnswer(status: number, body: unknown): PayloadAnswer {
  const { redirect, routeId, data, code, message } = (body ?? {}) as Partial<
    PagePayload & PayloadRedirect & PageError
  >;
  if (redirect) return { type: 'redirect', ...redirect };
  if (status === 200 && typeof routeId === 'string' && data !== undefined) {
    return { type: 'payload', payload: body as PagePayload };
  }
  if (status === 503 || code === COMPOSITION_GONE) return { type: 'gone' };
  // A refusal of the server is final; a failure may succeed as a document. Every error of the gateway has a code; a
  // proxy's own 404 has none.
  const ours = typeof message === 'string' && typeof code === 'string' && /^[A-Z]+_[A-Z_]+$/.test(code);
  if (status >= 400 && status < 500 && ours) return { type: 'error', error: body as PageError };
  throw new Error(`Unexpected answer with status ${status}`);
}
