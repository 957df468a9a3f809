import type { PayloadRedirect } from '@voltframe/kit/contract/page/page-data';
import type { PageError } from '@voltframe/kit/errors/page-error';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { joinPieces, withLastMember } from '../responses/page-bytes.ts';
import { createEncodedBody, type EncodedBody, type LiveData } from '../responses/encoded-body.ts';
import type { ReadyAt } from '../responses/answer-cache.ts';
import { withQuery } from '@voltframe/kit/contract/page/head';
import { canonicalSearch } from '@voltframe/kit/contract/page/canonical';
import { withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { CACHE, EVERY_APP } from '../responses/cache-policy.ts';
import { matchPage, type PageRequest } from './page-request.ts';
import {
  type BuiltDocument,
  type BuiltPage,
  buildErrorDocument,
  buildPage,
  buildPageDocument,
} from './build-page.ts';
import { findPage, type FoundPage, type ResolvedPage, resolvePage } from './resolve-page.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';

/** The answer to a page or payload request. */
export type PageAnswer =
  | {
      type: 'body';
      body: EncodedBody;
      cacheable: boolean;
      /** It came from memory: equal for all visitors until the composition changes. */
      ready?: ReadyAt | undefined;
      headers: Record<string, string>;
    }
  | { type: 'error'; error: PageError; headers: Record<string, string> }
  | RedirectAnswer;

interface RedirectAnswer {
  type: 'redirect';
  status: number;
  to: string;
  /** Its `Cache-Control`. */
  cache: string;
  /** The apps that decide about it, for shared caches; none for a redirect that these do not store. */
  apps: readonly string[];
  headers: Record<string, string>;
}

export interface PageService {
  document: (
    served: ServedComposition,
    path: string,
    search: string,
    address?: string,
  ) => Promise<PageAnswer>;
  payload: (served: ServedComposition, path: string, search: string, address?: string) => Promise<PageAnswer>;
  /** The error screen. Never throws: when the screen cannot be rendered, it is a plain page. */
  errorDocument(served: ServedComposition | undefined, error: PageError, path: string): Promise<EncodedBody>;
  /** Renders a page into the cache of fragments. */
  render(served: ServedComposition, path: string): Promise<void>;
  /** Compresses the cached document of a page further; does nothing when there is none. */
  shrink(served: ServedComposition, path: string): Promise<void>;
}

export interface PageServiceOptions {
  now: () => number;
  /** Counts a rendering of an unknown page for the network of a visitor. */
  renderingLimit: { admit(address: string): void };
  /**
   * Called for every server error (status 500 and above).
   * @param at the path as requested, and its page. @returns the id that its screen shows
   */
  onError(
    error: unknown,
    at: { path: string } & FoundPage,
    served: ServedComposition,
  ): Promise<string | undefined>;
}

const MOST_ATTEMPTS = 3;

interface RequestContext {
  served: ServedComposition;
  path: string;
  search: string;
  /** Of the visitor, whose network has a limit of uncached renderings; absent for the gateway itself. */
  address: string | undefined;
  found: FoundPage;
}

export function createPageService({ now, renderingLimit, onError }: PageServiceOptions): PageService {
  const yearNow = (): number => new Date(now()).getUTCFullYear();

  /** An error is cached like a response. */
  const reporting =
    (answer: (request: RequestContext) => Promise<PageAnswer>) =>
    async (
      served: ServedComposition,
      path: string,
      search: string,
      address?: string,
    ): Promise<PageAnswer> => {
      const found = await findPage(served, path, search);
      const withId = async (error: PageError, thrown: unknown): Promise<PageError> => {
        const id = error.status >= 500 ? await onError(thrown, { path, ...found }, served) : undefined;
        return id === undefined ? error : { ...error, id };
      };
      try {
        const given = await answer({ served, path, search, address, found });
        if (given.type !== 'error') return given;
        const { code, message } = given.error;
        return { ...given, error: await withId(given.error, Object.assign(new Error(message), { code })) };
      } catch (error) {
        return { type: 'error', error: await withId(toPageError(error), error), headers: {} };
      }
    };

  /** Builds a page. Those that a route names or lists are always rendered; others are limited. */
  const build = (
    { served, address, found: { isListed } }: RequestContext,
    page: PageRequest,
    cacheable: boolean,
  ): Promise<BuiltPage> => {
    const admit = (): void => {
      if (address !== undefined && !isListed) renderingLimit.admit(address);
    };
    return buildPage(served, page, cacheable, { admit, isListed, isAhead: address === undefined });
  };

  /** Repeated until all parts show the same answers of upstreams, which may change during the build, rarely twice. */
  const buildWhole = async (
    request: RequestContext,
    page: PageRequest,
    { cacheable, shownSearch, year }: { cacheable: boolean; shownSearch: string; year: number },
  ): Promise<({ type: 'document' } & BuiltDocument) | Exclude<BuiltPage, { type: 'page' }>> => {
    const { served, found } = request;
    for (let attempt = 1; ; attempt++) {
      const built = await build(request, page, cacheable);
      if (built.type !== 'page') return built;
      const head = withQuery(built.payload.head, page.path, shownSearch, served.composition.site);
      const document = await buildPageDocument(served, page, built, year, {
        head,
        isListed: found.isListed,
        isAhead: request.address === undefined,
      });
      if (!document.mixed || attempt === MOST_ATTEMPTS) return { type: 'document', ...document };
    }
  };

  const answerDocument = async (request: RequestContext): Promise<PageAnswer> => {
    const { served, search } = request;
    const year = yearNow();
    const resolved = await resolve(request);
    if (resolved.type === 'error') return resolved;
    if (resolved.type === 'redirect') return redirectBefore(resolved);
    const { page, cacheable, headers } = resolved;
    const at = documentAt(served, page);
    const plain = search === page.search || canonicalSearch(search) === canonicalSearch(page.search);
    const cached = cacheable && plain ? served.answers.find(at.address, page.route.app) : undefined;
    if (cached)
      return {
        type: 'body',
        body: cached,
        ready: at,
        cacheable,
        headers: { ...headers, ...cached.headers },
      };
    // The canonical link names the query parameters that the site whitelists (docs/behaviour.md 2.4), also those that
    // the page ignores.
    const shownSearch = plain ? page.search : search;
    const built = await buildWhole(request, page, { cacheable, shownSearch, year });
    if (built.type === 'error') return { ...built, headers };
    if (built.type === 'redirect') {
      const { type, to, status, inputs } = built;
      const kept = cacheable && !served.upstreams?.of(inputs);
      const cache = kept ? CACHE.minutes : cacheable ? CACHE.revalidate : CACHE.never;
      return { type, to, status, cache, apps: kept ? [SHELL, page.route.app] : [], headers };
    }
    const { html, complete, inputs, apps } = built;
    const body = createEncodedBody(html, served.upstreams?.of(inputs));
    // A shared cache would store the document without the island, even after the island works again.
    if (complete) body.apps = apps;
    body.headers = built.headers;
    // Visitors can invent queries, so only pages without a query are stored.
    if (cacheable && complete && plain) keep(served, at, page, body);
    return { type: 'body', body, cacheable, headers: { ...headers, ...body.headers } };
  };

  const answerPayload = async (request: RequestContext): Promise<PageAnswer> => {
    const { served } = request;
    const resolved = await resolve(request);
    if (resolved.type === 'error') return resolved;
    if (resolved.type === 'redirect') return payloadRedirect(resolved);
    const { page, cacheable } = resolved;
    const at = payloadAt(served, page);
    const cached = cacheable ? served.answers.find(at.address, page.route.app) : undefined;
    if (cached) return { type: 'body', body: cached, ready: at, cacheable, headers: {} };
    const built = await build(request, page, cacheable);
    if (built.type === 'error') return { ...built, headers: {} };
    if (built.type === 'redirect') return payloadRedirect({ ...built, byPage: true });
    const { payload, data, inputs } = built;
    // The address has this query. The browser applies other choices itself, without a request.
    const { choices, ...plain } = payload.head;
    const head = {
      ...withQuery(plain, page.path, page.search, served.composition.site),
      ...(choices && { choices }),
    };
    const text = joinPieces(withLastMember(JSON.stringify({ ...payload, head }), 1, 'data', data.bytes));
    const answer = json(text, cacheable, served.upstreams?.of(inputs));
    answer.body.apps = [page.route.app];
    if (cacheable) keep(served, at, page, answer.body);
    return answer;
  };

  return {
    document: reporting(answerDocument),
    payload: reporting(answerPayload),
    async errorDocument(
      served: ServedComposition | undefined,
      error: PageError,
      path: string,
    ): Promise<EncodedBody> {
      const built =
        served && (await buildErrorDocument(served, error, path, yearNow()).catch(() => undefined));
      const body = createEncodedBody(built?.html ?? plainErrorDocument(error));
      return Object.assign(body, built && { headers: built.headers });
    },
    async render(served: ServedComposition, path: string): Promise<void> {
      const resolved = await resolvePage(served, path, '', await findPage(served, path, ''));
      if (resolved.type === 'page' && resolved.cacheable)
        await buildPage(served, resolved.page, true, { isAhead: true });
    },
    async shrink(served: ServedComposition, path: string): Promise<void> {
      const page = matchPage(served.composition.routes, path, '');
      if (!page) return;
      const { address } = documentAt(served, page);
      const body = served.answers.find(address, page.route.app);
      if (!body) return;
      await body.shrink();
      // Its finished answers have the larger bytes. Meanwhile another body may have taken its place.
      if (served.answers.find(address, page.route.app) === body) served.answers.store(address, body);
    },
  };
}

async function resolve({ served, path, search, found }: RequestContext): Promise<ResolvedPage> {
  const { telemetry } = served;
  const resolved = await telemetry.span('resolve', {}, () => resolvePage(served, path, search, found));
  if (resolved.type === 'page') telemetry.describe({ route: resolved.page.route.path });
  return resolved;
}

/** @param resolved a redirect by a rule, which may belong to any app, or by a guard. */
function redirectBefore({
  type,
  status,
  to,
  byRule,
  headers,
}: Extract<ResolvedPage, { type: 'redirect' }>): RedirectAnswer {
  const cache = byRule ? CACHE.minutes : CACHE.revalidate;
  return { type, status, to, cache, apps: byRule ? [EVERY_APP] : [], headers };
}

function payloadRedirect({ to, external, byPage }: PayloadRedirect['redirect']) {
  const redirect = { to, external, ...(byPage && { byPage }) };
  return json(JSON.stringify({ redirect } satisfies PayloadRedirect), false);
}

function keep(
  { answers, seenTwice }: ServedComposition,
  { address }: ReadyAt,
  { search }: PageRequest,
  body: EncodedBody,
): void {
  if (search === '' || seenTwice(address)) answers.store(address, body);
}

function json(
  text: string | Buffer,
  cacheable: boolean,
  data?: LiveData,
): Extract<PageAnswer, { type: 'body' }> {
  return {
    type: 'body',
    body: createEncodedBody(text, data),
    cacheable,
    headers: {},
  };
}

function documentAt(served: ServedComposition, page: PageRequest): ReadyAt {
  const { trailingSlash } = served.composition.site;
  return readyAt('page', served, page, withTrailingSlash(page.path, trailingSlash) + page.search);
}

function payloadAt(served: ServedComposition, page: PageRequest): ReadyAt {
  const bare = page.path === '/' ? '' : page.path;
  const address = `${bare}/_payload.json?${served.composition.id}${page.search.replace('?', '&')}`;
  return readyAt('payload', served, page, address);
}

function readyAt(
  kind: 'page' | 'payload',
  { answers, releases }: ServedComposition,
  { route: { app, path: route } }: PageRequest,
  address: string,
): ReadyAt {
  return { answers, address, label: { kind, app, digest: releases[app]?.digest, route } };
}

/** The error page when the shell cannot render one: without script, style or details. */
function plainErrorDocument({ status }: PageError): string {
  const text =
    status === 503
      ? 'The site is starting. Please try again in a moment.'
      : 'Something went wrong on our side.';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${status}</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"></head>' +
    `<body><h1>${status}</h1><p>${text}</p><p><a href="">Try again</a></p><p><a href="/">Home</a></p></body></html>`
  );
}
