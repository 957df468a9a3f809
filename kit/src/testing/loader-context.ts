import type { ContentEntry, ContentReader, LoaderContext } from '../contract/page/page-server.ts';
import { type SiteConfig, siteSettings } from '../contract/page/site-config.ts';
import { type Upstream, type UpstreamResponse, upstreamTarget } from '../contract/page/upstream.ts';

/** The response of a fake upstream: a body (sent as JSON unless it is a string), or an error code. */
export type FakeAnswer =
  | { body: unknown; status?: number; headers?: Record<string, string> }
  | { fails: 'UPSTREAM_TIMEOUT' | 'UPSTREAM_UNREACHABLE' | (string & {}) };

/** The data of a loader. Absent parts are empty, and the site has its defaults. */
export interface FakeSources<Params extends Record<string, string>> {
  params?: Params;
  path?: string;
  query?: Record<string, string>;
  site?: Partial<SiteConfig>;
  /** Collection → entries in order, each with a `slug`. */
  collections?: Record<string, readonly object[]>;
  /** Data file → content. */
  data?: Record<string, unknown>;
  /** Upstream → path → response, or a function that returns it for a query (of the path or of `query`). */
  upstreams?: Record<string, Record<string, FakeAnswer | ((query: Record<string, string>) => FakeAnswer)>>;
}

/**
 * Makes the context of a loader, `validate`, `paths` or resource for a unit test: `await loader(loaderContext({ params:
 * { slug: 'a' }, upstreams: { cms: { '/posts/a': { body: { title: 'A' } } } } }))`. The loader of an island also needs
 * its props: `{ ...loaderContext(), props }`.
 * @returns a context with the given data. A missing upstream throws UPSTREAM_UNKNOWN, as an unconfigured one does. A
 *   missing data file or path throws an error that names it.
 */
export function loaderContext<Params extends Record<string, string> = Record<string, string>>(
  sources: FakeSources<Params> = {},
): LoaderContext<Params> {
  const {
    params = {} as Params,
    path = '/',
    query = {},
    collections = {},
    data = {},
    upstreams = {},
  } = sources;
  return {
    params,
    path,
    query,
    site: { ...siteSettings.parse({}), url: 'http://localhost:3000', ...sources.site },
    content: fakeContent(collections, data),
    upstream: (name) => fakeUpstream(name, upstreams[name]),
    composition: () => ({ id: 'c'.repeat(64), timestamp: 0, apps: {} }),
  };
}

function fakeContent(
  collections: Record<string, readonly object[]>,
  data: Record<string, unknown>,
): ContentReader {
  return {
    list: async <T>(collection: string) =>
      ((collections[collection] ?? []) as ContentEntry[]).map(
        ({ html: _html, toc: _toc, card: _card, ...listed }) => listed as T,
      ),
    entry: async <T>(collection: string, slug: string) =>
      (collections[collection] as ContentEntry[] | undefined)?.find((entry) => entry.slug === slug) as
        | T
        | undefined,
    data: async <T>(name: string) => {
      if (!(name in data)) throw new Error(`The test gives no data file '${name}'`);
      return data[name] as T;
    },
  };
}

function fakeUpstream(
  name: string,
  answers: NonNullable<FakeSources<never>['upstreams']>[string] | undefined,
): Upstream {
  const fail = (code: string): never => {
    throw Object.assign(new Error(`The upstream ${name} of the test fails by ${code}`), { code });
  };
  return {
    async get(asked, options = {}): Promise<UpstreamResponse> {
      const { path, query } = upstreamTarget(asked, options.query);
      const given = answers ? (answers[asked] ?? answers[path]) : fail('UPSTREAM_UNKNOWN');
      if (!given) throw new Error(`The test gives no answer of the upstream '${name}' for ${asked}`);
      const answer = typeof given === 'function' ? given(Object.fromEntries(query)) : given;
      if ('fails' in answer) return fail(answer.fails);
      const { status = 200, headers = {}, body } = answer;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const ok = status >= 200 && status < 300;
      return { status, ok, headers, text: () => text, json: <Value>() => JSON.parse(text) as Value };
    },
  };
}
