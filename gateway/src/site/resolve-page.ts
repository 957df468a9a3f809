import type { PageError } from '@voltframe/kit/contract/page-data';
import { matchRules, resolveRedirect } from '@voltframe/kit/contract/route-rules';
import type { GuardOutcome } from '@voltframe/kit/contract/server-module';
import { normalizePath, withTrailingSlash } from '@voltframe/kit/contract/url-path';
import { toPageError } from '@voltframe/kit/errors/define-errors';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import { isCacheable, pageGuards } from '../core/client-tables.ts';
import { matchPage, type PageRequest } from '../core/page-request.ts';
import { gatewayErrors } from '../errors.ts';
import type { ServedComposition } from './served-composition.ts';

/** What a URL leads to, before anything is rendered. */
export type ResolvedPage =
  | { type: 'page'; page: PageRequest; cacheable: boolean; headers: Record<string, string> }
  | { type: 'redirect'; to: string; status: number; external: boolean; headers: Record<string, string> }
  | { type: 'error'; error: PageError; headers: Record<string, string> };

const GUARD_REDIRECT_STATUS = 307;

/**
 * Decides about a URL in the spec's order (§4): route rules, global guards, the route, its guards.
 * @param path as requested. @param search with its `?`, or ''.
 */
export async function resolvePage(
  served: ServedComposition,
  path: string,
  search: string,
): Promise<ResolvedPage> {
  const { composition, matcher, renderer } = served;
  const normal = normalizePath(path);
  if (normal === undefined) return failed(gatewayErrors.BAD_REQUEST({ reason: 'the path is malformed' }), {});
  const headers = matchRules(matcher, normal).headers ?? {};
  const slashed = (to: string) => withTrailingSlash(to, composition.site.trailingSlash);
  const redirect = resolveRedirect(matcher, { path: normal, search, hash: '' });
  if (redirect)
    return {
      type: 'redirect',
      ...redirect,
      to: redirect.external ? redirect.to : slashed(redirect.to),
      headers,
    };

  const url = normal + search;
  if (composition.globalGuards.length > 0) {
    const stopped = stoppedBy(await renderer.guards(url, composition.globalGuards, true), normal, slashed);
    if (stopped) return { ...stopped, headers };
  }
  const page = matchPage(composition.routes, normal, search);
  if (!page) return failed(siteErrors.PAGE_NOT_FOUND({ path: normal }), headers);
  const actual = { ...page.route, path: page.path };
  const guards = pageGuards(actual, matcher);
  if (guards.length > 0) {
    const stopped = stoppedBy(await renderer.guards(url, guards, false), normal, slashed);
    if (stopped) return { ...stopped, headers };
  }
  return { type: 'page', page, cacheable: isCacheable(actual, matcher), headers };
}

function stoppedBy(
  outcome: GuardOutcome,
  path: string,
  slashed: (to: string) => string,
): Exclude<ResolvedPage, { type: 'page' }> | undefined {
  if (outcome.type === 'pass') return undefined;
  if (outcome.type === 'cancel') return failed(siteErrors.PAGE_REFUSED({ path }), {});
  if (outcome.type === 'error') {
    const { status, message, fatal } = outcome;
    return { type: 'error', error: { status, code: 'SITE_GUARD_FAILED', message, fatal }, headers: {} };
  }
  const to = outcome.external ? outcome.to : localTarget(outcome.to);
  if (to === undefined) return failed(siteErrors.EXTERNAL_NAVIGATION(), {});
  return {
    type: 'redirect',
    to: outcome.external ? to : slashed(to),
    status: GUARD_REDIRECT_STATUS,
    external: outcome.external,
    headers: {},
  };
}

/** A guard's redirect stays on the site whatever its spelling (`//host`, `/\host`). */
function localTarget(to: string): string | undefined {
  const url = URL.canParse(to, 'http://site.invalid') ? new URL(to, 'http://site.invalid') : undefined;
  if (url?.origin !== 'http://site.invalid') return undefined;
  const path = normalizePath(url.pathname);
  return path === undefined ? undefined : `${path}${url.search}${url.hash}`;
}

function failed(error: Error, headers: Record<string, string>): Extract<ResolvedPage, { type: 'error' }> {
  return { type: 'error', error: toPageError(error), headers };
}
