import type { PageError } from '@voltframe/kit/errors/page-error';
import { resolveTarget } from '@voltframe/kit/contract/routing/navigation-target';
import { matchRules, resolveRedirect, type RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { GuardOutcome } from '@voltframe/kit/contract/release/server-module';
import { normalizePath, withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import { ruleCache } from '../responses/cache-policy.ts';
import { isCacheable, pageGuards } from '../compositions/client-tables.ts';
import { matchPage, type PageRequest } from './page-request.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';

/** The page of a URL, before route rules and guards. */
export interface FoundPage {
  /** Null: no app has a route for it. */
  page: PageRequest | null;
  /** Whether the site lists the page. A visitor may have invented any other address. */
  isListed: boolean;
}

/** The resolution of a URL, before any rendering. */
export type ResolvedPage =
  | { type: 'page'; page: PageRequest; cacheable: boolean; headers: Record<string, string> }
  | {
      type: 'redirect';
      to: string;
      status: number;
      external: boolean;
      /** From a rule: equal for every visitor. */
      byRule: boolean;
      headers: Record<string, string>;
    }
  | { type: 'error'; error: PageError; headers: Record<string, string> };

const GUARD_REDIRECT_STATUS = 307;

/** @param path as requested. @param search with its `?`, or ''. @returns the page of a URL. */
export async function findPage(
  { composition, renderer }: Pick<ServedComposition, 'composition' | 'renderer'>,
  path: string,
  search: string,
): Promise<FoundPage> {
  const page = matchPage(composition.routes, normalizePath(path) ?? path, search);
  return { page, isListed: page !== null && (await renderer.isListed(page.route, page)) };
}

/**
 * Decides about a URL in the order of docs/behaviour.md 6.4: route rules, global guards, the route, its guards.
 * @param path as requested. @param search with its `?`, or ''. @param found the page of the URL.
 */
export async function resolvePage(
  served: ServedComposition,
  path: string,
  search: string,
  { page, isListed }: FoundPage,
): Promise<ResolvedPage> {
  const { composition, matcher, renderer } = served;
  const normal = normalizePath(path);
  if (normal === undefined) return failed(gatewayErrors.BAD_REQUEST({ reason: 'the path is malformed' }), {});
  const rule = matchRules(matcher, normal);
  const headers = documentHeaders(rule);
  const redirect = resolveRedirect(matcher, { path: normal, search, hash: '' });
  if (redirect)
    return {
      type: 'redirect',
      ...redirect,
      byRule: true,
      to: redirect.external ? redirect.to : withTrailingSlash(redirect.to, composition.site.trailingSlash),
      headers,
    };

  const url = normal + search;
  // A guard reads the whole query, also undeclared parameters.
  const mayBeInvented = !isListed || search !== '';
  if (composition.globalGuards.length > 0) {
    const stopped = stoppedBy(
      await renderer.guards(url, composition.globalGuards, true, !mayBeInvented),
      normal,
      composition.site,
    );
    if (stopped) return { ...stopped, headers };
  }
  if (!page) return failed(siteErrors.PAGE_NOT_FOUND({ path: url }), headers);
  const ofPage = page.path === normal ? rule : matchRules(matcher, page.path);
  const guards = pageGuards(page.route, ofPage);
  if (guards.length > 0) {
    const stopped = stoppedBy(
      await renderer.guards(url, guards, false, !mayBeInvented),
      normal,
      composition.site,
    );
    if (stopped) return { ...stopped, headers };
  }
  return { type: 'page', page, cacheable: isCacheable(page.route, ofPage), headers };
}

/** @returns the headers of a rule for a document. */
function documentHeaders(rule: RouteRule): Record<string, string> {
  const { 'cache-control': _, ...headers } = rule.headers ?? {};
  const cache = ruleCache(rule, 'document');
  return cache === undefined ? headers : { ...headers, 'cache-control': cache };
}

function stoppedBy(
  outcome: GuardOutcome,
  path: string,
  site: SiteConfig,
): Exclude<ResolvedPage, { type: 'page' }> | undefined {
  if (outcome.type === 'pass') return undefined;
  if (outcome.type === 'cancel') return failed(siteErrors.PAGE_REFUSED({ path }), {});
  if (outcome.type === 'error') {
    const { type, ...error } = outcome;
    return { type, error, headers: {} };
  }
  const { status = GUARD_REDIRECT_STATUS } = outcome;
  return redirectFrom(path, { ...outcome, status }, site);
}

/**
 * @param path of the page whose guard, `validate` or loader redirects. @param given its result.
 * @returns the redirect. It stays on the site whatever its spelling (`//host`, `/\host`), unless it says otherwise.
 */
export function redirectFrom(
  path: string,
  { to: wanted, status, external: mayLeave }: { to: string; status: number; external: boolean },
  site: SiteConfig,
): Extract<ResolvedPage, { type: 'redirect' | 'error' }> {
  try {
    const target = resolveTarget(wanted, { origin: site.url, external: mayLeave, from: path });
    const external = target.type === 'external';
    const to = external
      ? target.href
      : withTrailingSlash(`${target.path}${target.search}${target.hash}`, site.trailingSlash);
    return { type: 'redirect', to, status, external, byRule: false, headers: {} };
  } catch (error) {
    return failed(error as Error, {});
  }
}

function failed(error: Error, headers: Record<string, string>): Extract<ResolvedPage, { type: 'error' }> {
  return { type: 'error', error: toPageError(error), headers };
}
