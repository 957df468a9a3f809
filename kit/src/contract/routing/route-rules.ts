import { isExternalUrl, isScriptProtocol } from './navigation-target.ts';
import { foldPath, isTooDeep, normalizePath, segmentsOf, splitUrl } from './url-path.ts';
import type { UrlParts } from './url-path.ts';

/** Status of a route rule's redirect that names none. */
const DEFAULT_REDIRECT_STATUS = 307;

/** The rules for the paths of one pattern (`/blog`, `/blog/**`, `/user/:id`, `/a/*\/c`). */
export interface RouteRule {
  /** Target, with its status (default 307). A target that ends in `/**` gets what the pattern's `/**` matched. */
  redirect?: string | { to: string; status?: number };
  headers?: Record<string, string>;
  prerender?: boolean;
  /** How long shared caches may keep the page, in seconds, at most an hour; `false`: no cache keeps it. */
  cache?: { maxAge: number } | false;
  /** Named guards: a list, or name → whether it runs (`false` takes away what a wider rule added). */
  guards?: Record<string, boolean> | string[];
}

/** Rules in the shape that builds/meta/{id}.json carries. Keys are folded paths; {@link buildMatcher} makes it. */
export interface RulesMatcher {
  static: Record<string, RouteRule>;
  wildcard: Record<string, RouteRule>;
  dynamic: Record<string, RulesMatcher>;
}

/** A rule with the place of its pattern. */
interface PlacedRule {
  rule: RouteRule;
  /** Number of segments of the pattern before its `/**`; -1: the pattern has none. */
  base: number;
  /**
   * Specificity of the pattern as a text: of two rules that match a path, the one with the greater text is more
   * specific. Each open segment adds `1` and its distance from the open segment before it; the end adds `0` and this
   * distance for `/**`, and `2` for a pattern without it.
   */
  order: string;
}

/** The patterns of a matcher, by segment. */
interface RuleTree {
  named: Map<string, RuleTree>;
  /** For any one segment. */
  open?: RuleTree;
  /** Of the pattern that ends here. */
  exact?: PlacedRule;
  /** Of the pattern that ends here with `/**`. */
  below?: PlacedRule;
}

/** Statuses that a rule's redirect may have. */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Prepares rules for matching: patterns folded (case, percent-encoding), header names lower-cased, guards as a
 * record. Rules of patterns that fold to the same one are merged in order.
 * @param rules pattern → rule. Patterns that {@link normalizePath} refuses are left out.
 */
export function buildMatcher(rules: Record<string, RouteRule>): RulesMatcher {
  const matcher = emptyMatcher();
  for (const [pattern, rule] of Object.entries(rules)) {
    insertRule(matcher, segmentsOf(pattern), rule);
  }
  return matcher;
}

function emptyMatcher(): RulesMatcher {
  return { static: {}, wildcard: {}, dynamic: {} };
}

function insertRule(table: RulesMatcher, segments: string[], rule: RouteRule): void {
  const at = segments.findIndex((segment) => segment === '*' || segment === '**' || segment.startsWith(':'));
  const prefix = foldPath(segments.slice(0, at < 0 ? segments.length : at).join('/'));
  if (prefix === undefined) return;
  if (at < 0) {
    table.static[prefix] = mergeRules(table.static[prefix] ?? {}, rule);
    return;
  }
  const key = prefix === '/' ? '' : prefix;
  if (segments[at] === '**') {
    table.wildcard[key] = mergeRules(table.wildcard[key] ?? {}, rule);
    return;
  }
  const inner = (table.dynamic[key] ??= emptyMatcher());
  insertRule(inner, segments.slice(at + 1), rule);
}

/**
 * The rule of a path: all matching ones deep-merged, the most specific winning for each key (docs/behaviour.md 7.2:
 * wildcards from short to long, then patterns with parameters, then the exact path).
 */
export function matchRules(matcher: RulesMatcher, path: string): RouteRule {
  const folded = foldPath(path);
  if (folded === undefined) return {};
  const matching = rulesOf(matcher, folded);
  if (matching.length <= 1) return matching[0]?.rule ?? {};
  const merged: RouteRule = {};
  const headers = {};
  const guards = {};
  for (const { rule } of matching) {
    Object.assign(merged, rule);
    if (rule.headers) merged.headers = Object.assign(headers, lowerKeys(rule.headers));
    if (rule.guards) merged.guards = Object.assign(guards, guardRecord(rule.guards));
  }
  if (merged.headers) merged.headers = headers;
  if (merged.guards) merged.guards = guards;
  return merged;
}

/** A matcher is searched by segment: a path costs one step per segment and pattern that still matches. */
const trees = new WeakMap<RulesMatcher, RuleTree>();

/**
 * Of the path that was asked for last: headers, a redirect, guards and the cache of one page are asked one after the
 * other.
 */
let last: { matcher: RulesMatcher; path: string; matching: PlacedRule[] } | undefined;

/** @param path folded. @returns the rules that match it, the most specific last. */
function rulesOf(matcher: RulesMatcher, path: string): readonly PlacedRule[] {
  if (last?.matcher === matcher && last.path === path) return last.matching;
  let tree = trees.get(matcher);
  if (!tree) {
    tree = { named: new Map() };
    plantRules(tree, matcher, 0, '');
    trees.set(matcher, tree);
  }
  const matching = isTooDeep(path) ? [] : collectRules(tree, segmentsOf(path));
  last = { matcher, path, matching };
  return matching;
}

function collectRules(tree: RuleTree, segments: string[]): PlacedRule[] {
  const found = tree.below ? [tree.below] : [];
  let reached = [tree];
  for (const segment of segments) {
    const next: RuleTree[] = [];
    for (const { named, open } of reached) {
      const child = named.get(segment);
      if (child) next.push(child);
      if (open) next.push(open);
    }
    for (const { below } of next) if (below) found.push(below);
    reached = next;
  }
  for (const { exact } of reached) if (exact) found.push(exact);
  return found.length < 2 ? found : found.sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** @param depth segments before this table. @param order see {@link PlacedRule}; of these segments. */
function plantRules(tree: RuleTree, table: RulesMatcher, depth: number, order: string): void {
  for (const [key, rule] of Object.entries(table.static))
    descend(tree, segmentsOf(key)).exact = { rule, base: -1, order: `${order}2` };
  for (const [key, rule] of Object.entries(table.wildcard)) {
    const segments = segmentsOf(key);
    const base = depth + segments.length;
    descend(tree, segments).below = { rule, base, order: `${order}0${String.fromCharCode(segments.length)}` };
  }
  for (const [key, inner] of Object.entries(table.dynamic)) {
    const segments = segmentsOf(key);
    const open = (descend(tree, segments).open ??= { named: new Map() });
    const distance = String.fromCharCode(segments.length);
    plantRules(open, inner, depth + segments.length + 1, `${order}1${distance}`);
  }
}

function descend(tree: RuleTree, segments: readonly string[]): RuleTree {
  let at = tree;
  for (const segment of segments) {
    let child = at.named.get(segment);
    if (!child) at.named.set(segment, (child = { named: new Map() }));
    at = child;
  }
  return at;
}

/** Deep-merges two rules; `over` wins. */
export function mergeRules(under: RouteRule, over: RouteRule): RouteRule {
  const merged: RouteRule = { ...under, ...over };
  if (under.headers || over.headers)
    merged.headers = { ...lowerKeys(under.headers), ...lowerKeys(over.headers) };
  if (under.guards || over.guards)
    merged.guards = { ...guardRecord(under.guards), ...guardRecord(over.guards) };
  return merged;
}

function lowerKeys(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function guardRecord(guards: RouteRule['guards']): Record<string, boolean> {
  return Array.isArray(guards) ? Object.fromEntries(guards.map((name) => [name, true])) : (guards ?? {});
}

/** @returns the names of the guards that a rule adds, and of those it takes away. */
export function ruleGuards(rule: RouteRule): { add: string[]; remove: string[] } {
  const entries = Object.entries(guardRecord(rule.guards));
  const names = (on: boolean): string[] => entries.filter(([, value]) => value === on).map(([name]) => name);
  return { add: names(true), remove: names(false) };
}

/** @returns the rules as a client needs them: redirects, prerendering and guards; nothing else leaves the server. */
export function clientRules(rules: Record<string, RouteRule>): Record<string, RouteRule> {
  const result: Record<string, RouteRule> = {};
  for (const [pattern, { redirect, prerender, guards }] of Object.entries(rules)) {
    const rule: RouteRule = {
      ...(redirect === undefined ? {} : { redirect }),
      ...(prerender === undefined ? {} : { prerender }),
      ...(guards === undefined ? {} : { guards }),
    };
    if (Object.keys(rule).length > 0) result[pattern] = rule;
  }
  return result;
}

/**
 * The one resolver of route-rule redirects, for server and client. The request's query is kept (it overrides
 * parameters of the target), `/**` is expanded, the hash is kept unless the target has one.
 * @param request the requested URL; `search` and `hash` with their `?` and `#`, or ''.
 * @returns null when no rule redirects, or when the target is the request itself; `external`: the target is another
 *   site, a full page load.
 */
export function resolveRedirect(matcher: RulesMatcher, request: UrlParts) {
  const path = normalizePath(request.path);
  const folded = path === undefined ? undefined : foldPath(path);
  if (path === undefined || folded === undefined) return null;
  let hit: PlacedRule | undefined;
  for (const candidate of rulesOf(matcher, folded))
    if (candidate.rule.redirect !== undefined) hit = candidate;
  const redirect = hit?.rule.redirect;
  if (!hit || redirect === undefined) return null;
  const { to, status = DEFAULT_REDIRECT_STATUS } = typeof redirect === 'string' ? { to: redirect } : redirect;
  const target = expandTarget(to, tailOf(path, hit), request);
  if (target === undefined) return null;
  const same =
    !target.external && foldPath(target.parts.path) === folded && target.parts.search === request.search;
  if (same) return null;
  return {
    to: joinUrl(target.parts),
    status: REDIRECT_STATUSES.has(status) ? status : DEFAULT_REDIRECT_STATUS,
    external: target.external,
  };
}

/** The match of the `/**` in the rule's pattern; '' for a pattern without one. */
function tailOf(path: string, { base }: PlacedRule): string {
  const segments = path.split('/').slice(1);
  return base < 0 ? '' : segments.slice(base).join('/');
}

function expandTarget(
  to: string,
  tail: string,
  request: UrlParts,
): { parts: UrlParts; external: boolean } | undefined {
  if (isScriptProtocol(to)) return undefined;
  const external = isExternalUrl(to);
  const { path: pattern, search, hash } = splitUrl(to);
  const expanded = pattern.endsWith('/**')
    ? `${pattern.slice(0, -3)}${tail === '' ? '' : `/${tail}`}`
    : pattern;
  const path = external ? expanded : normalizePath(expanded);
  if (path === undefined) return undefined;
  return {
    parts: { path, search: mergeSearch(search, request.search), hash: hash || request.hash },
    external,
  };
}

/**
 * @param to target of a redirect that was resolved without the query and hash of the request
 * @returns it with them, as {@link resolveRedirect} would have made it
 */
export function withRequestQuery(to: string, { search, hash }: Omit<UrlParts, 'path'>): string {
  const parts = splitUrl(to);
  return joinUrl({
    path: parts.path,
    search: mergeSearch(parts.search, search),
    hash: parts.hash || hash,
  });
}

/** Keeps the spelling of both; parameters of `over` replace those of the same name. */
function mergeSearch(under: string, over: string): string {
  if (under === '' || over === '') return under || over;
  const names = new Set(new URLSearchParams(over).keys());
  const parts = under
    .slice(1)
    .split('&')
    .filter((pair) => ![...new URLSearchParams(pair).keys()].some((name) => names.has(name)));
  return `?${[...parts, over.slice(1)].filter((part) => part !== '').join('&')}`;
}

function joinUrl({ path, search, hash }: UrlParts): string {
  return `${path}${search}${hash}`;
}
