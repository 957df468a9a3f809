import { isTooDeep, normalizePath, withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { declaredSearch } from '@voltframe/kit/contract/routing/declared-search';
import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import { matchRules } from '@voltframe/kit/contract/routing/route-rules';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { CACHE, compositionCache, ruleCache } from '../../responses/cache-policy.ts';
import { isResourceType } from '../../responses/security-headers.ts';
import { gatewayErrors } from '../../../platform/errors.ts';
import { servingErrors } from '../../serving-errors.ts';
import { namedComposition, selectFor, servedFor } from '../composition-header.ts';
import { pathOf, sendError } from '../error-answers.ts';
import type { SendFile } from './assets.ts';
import type { RenderingLimit } from '../rendering-limit.ts';
import { NO_INPUT } from '../request-state.ts';
import { sendBody, tellSharedCaches, TYPES } from '../send-body.ts';
import { createEncodedBody } from '../../responses/encoded-body.ts';
import type { PageService } from '../../pages/page-service.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';
import type { Site } from '../../compositions/site.ts';
import { withPreviewNote } from './previews.ts';

const PAYLOAD = '/_payload.json';
const SLASH_STATUS = 308;

interface PageOptions {
  site: Site;
  pages: PageService;
  /** Counts a rendering of an unknown query for the network of a visitor. */
  renderingLimit: RenderingLimit;
  sendFile: SendFile;
}

/** Pages and their payloads: every address that no other route has. */
export const pageRoutes: FastifyPluginAsyncZod<PageOptions> = async (
  app,
  { site, pages, renderingLimit, sendFile },
) => {
  /** The resources of apps, such as feeds. They are cached like pages, until their inputs change. */
  const sendResource = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    requested: string,
  ): Promise<FastifyReply> => {
    const served = servedFor(request);
    const { answers, composition, matcher, releases, renderer, upstreams } = served;
    const owner = composition.resources![path]!;
    const apps = [SHELL, owner];
    const cache = ruleCache(matchRules(matcher, path), 'resource') ?? CACHE.revalidate;
    const file = releases[owner]?.public?.[path];
    // The file may contain scripts, so it is sandboxed. A PDF is not, because the browser's viewer does not open in a
    // sandbox.
    if (!file?.endsWith('.pdf')) reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (file !== undefined) {
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendFile(request, reply, { app: owner, file: file.slice('client/'.length), cache, apps });
    }
    // Visitors can invent values, as those of a page.
    const search = declaredSearch(composition.resourceQueries?.[path] ?? [], requested);
    const isListed = search === '';
    const admit = isListed ? undefined : () => renderingLimit.admit(visitorOf(request));
    const { value, inputs } = await renderer.resource(path, search, { isListed, admit });
    const { type, body } = value;
    if (!isResourceType(type)) throw servingErrors.RESOURCE_TYPE({ path, type });
    const address = path + search;
    const known = answers.find(address, owner);
    const encoded = known ?? createEncodedBody(body, upstreams?.of(inputs));
    if (!known && (isListed || served.seenTwice(address))) answers.store(address, encoded);
    return sendBody(request, reply, encoded, { type, cache, apps });
  };

  const sendDocument = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    search: string,
  ): Promise<FastifyReply> => {
    const answer = await pages.document(servedFor(request), path, search, visitorOf(request));
    for (const [name, value] of Object.entries(answer.headers))
      if (name !== 'cache-control') reply.header(name, value);
    if (answer.type === 'redirect') {
      const { status, to, cache, apps } = answer;
      tellSharedCaches(request, reply, cache, apps);
      return redirect(reply, status, to, cache);
    }
    if (answer.type === 'error') return sendError(request, reply, pages, answer.error);
    const cache = answer.cacheable ? (answer.headers['cache-control'] ?? CACHE.revalidate) : CACHE.never;
    const body = request.preview ? await withPreviewNote(answer.body, request.preview) : answer.body;
    const ready = request.preview ? undefined : answer.ready;
    return sendBody(request, reply, body, { type: TYPES.html, cache, apps: body.apps, ready });
  };

  const sendPayload = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    search: string,
  ): Promise<FastifyReply> => {
    const [first = ''] = search.slice(1).split('&', 1);
    const inAddress = namedComposition(first);
    const served = await selectFor(request, reply, site, inAddress);
    const answer = await pages.payload(
      served,
      path.slice(0, -PAYLOAD.length) || '/',
      pageSearch(search, first),
      visitorOf(request),
    );
    if (answer.type === 'redirect') throw gatewayErrors.NOT_FOUND(); // a payload contains redirects in its body
    if (answer.type === 'error') return sendError(request, reply, pages, answer.error);
    const cache = answer.cacheable ? compositionCache(inAddress, answer.body.data) : CACHE.never;
    const ready = inAddress === undefined ? undefined : answer.ready;
    // An address without a composition has no such headers; caches do not store it by default.
    const apps = cache === CACHE.immutable ? answer.body.apps : undefined;
    return sendBody(request, reply, answer.body, { type: TYPES.json, cache, apps, ready });
  };

  app.get('/*', { schema: NO_INPUT, config: { kind: 'page' } }, async (request, reply) => {
    const path = pathOf(request);
    const search = request.url.slice(path.length);
    const isPayload = path.endsWith(PAYLOAD);
    // Each later step takes time for each segment.
    if (isTooDeep(isPayload ? path.slice(0, -PAYLOAD.length) : path))
      throw siteErrors.PAGE_NOT_FOUND({ path: request.url });
    if (isPayload) return sendPayload(request, reply, path, search);
    const served = servedFor(request);
    const spelling = otherSpelling(served, path);
    if (spelling !== undefined) return redirect(reply, SLASH_STATUS, spelling + search, CACHE.revalidate);
    if (isResource(served, path)) return sendResource(request, reply, path, search);
    return sendDocument(request, reply, path, search);
  });
};

/** @returns the one spelling of a path (slashes, dot segments, encoding), when it is not the requested one. */
function otherSpelling({ composition }: ServedComposition, path: string): string | undefined {
  const normal = normalizePath(path);
  const right = normal === undefined ? undefined : withTrailingSlash(normal, composition.site.trailingSlash);
  return right === path ? undefined : right;
}

/** Pages come first; only a pattern of the app's own (`/blog/:slug`) gives way to its file. */
function isResource({ composition }: ServedComposition, path: string): boolean {
  const owner = composition.resources?.[path];
  if (owner === undefined) return false;
  const page = matchRoute(composition.routes, path)?.route;
  return !page || (page.app === owner && page.path.includes('/:'));
}

/**
 * @returns the address of a visitor. A reset connection has no address; it must not count as a rendering by the
 * gateway itself, which is not limited.
 */
function visitorOf({ ip }: { ip?: string }): string {
  return ip ?? '';
}

/** The page's own query, without the build id or timestamp that comes first. */
function pageSearch(search: string, first: string): string {
  if (first.includes('=') || first === '') return search;
  const rest = search.slice(1 + first.length + 1);
  return rest === '' ? '' : `?${rest}`;
}

function redirect(reply: FastifyReply, status: number, to: string, cache: string): FastifyReply {
  return reply.code(status).header('location', to).header('cache-control', cache).send();
}
