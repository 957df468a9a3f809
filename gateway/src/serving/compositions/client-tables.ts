import { type BuildManifest, isCoveredByRules } from '@voltframe/kit/contract/release/build-marker';
import type { Composition, CompositionRoute } from '@voltframe/kit/contract/release/composition';
import type { ClientRoute, PageData, SiteTables } from '@voltframe/kit/contract/page/page-data';
import { NO_NAVIGATION } from '@voltframe/kit/contract/page/navigation';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import {
  buildMatcher,
  clientRules,
  matchRules,
  type RouteRule,
  ruleGuards,
  type RulesMatcher,
} from '@voltframe/kit/contract/routing/route-rules';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { hasOnePage } from '../render/listed-addresses.ts';

/** The tables of a composition for the browser. */
export type ClientTables = Omit<SiteTables, 'imports' | 'integrity'> & Pick<PageData, 'navigation'>;

export function clientTables(
  composition: Composition,
  releases: Record<string, Release>,
  matcher: RulesMatcher,
): ClientTables {
  // In the order of the stored composition, because documents contain the digest of this text.
  const all = Object.keys(composition.apps).map((app) => releases[app]!);
  const remotes = all.filter((release) => release.kind === 'remote');
  return {
    routes: composition.routes.map((route) => clientRoute(route, matcher)),
    remotes: Object.fromEntries(remotes.map(({ app, client }) => [app, assetUrl(app, client.entry)])),
    guards: composition.guards,
    globalGuards: composition.globalGuards,
    navigation: composition.navigation ?? NO_NAVIGATION,
  };
}

function clientRoute(route: CompositionRoute, matcher: RulesMatcher): ClientRoute {
  const { id, app, path, expose, js, css, loads, scoped } = route;
  const rule = matchRules(matcher, path);
  return {
    id,
    app,
    path,
    expose,
    js,
    css,
    prerender: isCacheable(route, rule),
    ...(loads && { loads }),
    guards: pageGuards(route, rule),
    ...(scoped && { scoped }),
  };
}

/**
 * @param rule the rules of the page's path, merged: `matchRules`.
 * @returns names of the guards of a route's page, in order: its own, then those that rules add.
 */
export function pageGuards(route: Pick<CompositionRoute, 'guards'>, rule: RouteRule): string[] {
  const { add, remove } = ruleGuards(rule);
  return [...new Set([...route.guards, ...add])].filter((name) => !remove.includes(name));
}

/** @param rule as for `pageGuards`. @returns whether a page is prerendered and cached: never behind a guard. */
export function isCacheable(route: CompositionRoute, rule: RouteRule): boolean {
  return (rule.prerender ?? route.prerender) && rule.cache !== false && pageGuards(route, rule).length === 0;
}

/** @returns URLs of all modules that a page needs; first the shell's entry. */
export function pageScripts(
  route: CompositionRoute | undefined,
  releases: Record<string, Release>,
): string[] {
  const shell = releases[SHELL]!;
  const base = [shell.client.entry, ...(shell.client.js ?? [])].map((file) => assetUrl(SHELL, file));
  const remote = route && route.app !== SHELL ? releases[route.app] : undefined;
  const container = remote ? [assetUrl(remote.app, remote.client.entry)] : [];
  return [...new Set([...base, ...container, ...(route?.js ?? [])])];
}

/** Most pages that a manifest lists by path; further pages are covered by rules. */
const MOST_LISTED = 500;

/** `builds/meta/{id}.json`: rules cover groups of pages, `prerendered` names the pages for which no rule says it. */
export function buildManifest({ id, timestamp, rules, routes }: Composition): BuildManifest {
  const all = buildMatcher(rules);
  const single = routes
    .filter((route) => hasOnePage(route) && isCacheable(route, matchRules(all, route.path)))
    .map(({ path }) => path);
  const listed = new Set(single.filter((path) => onlyPrerenders(rules[path])).slice(0, MOST_LISTED));
  const groups = Object.entries(rules).filter(([pattern]) => !listed.has(pattern));
  const matcher = buildMatcher(clientRules(Object.fromEntries(groups)));
  const prerendered = [...listed].filter((path) => !isCoveredByRules(matcher, path)).toSorted();
  return { id, timestamp, matcher, prerendered };
}

/** The rule that follows from a route (compose.ts), without rules of the app. */
function onlyPrerenders(rule: RouteRule | undefined): boolean {
  return rule?.prerender === true && Object.keys(rule).length === 1;
}
