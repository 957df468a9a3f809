import type { Release } from '@voltframe/kit/contract/release/release';
import {
  isOpenSegment,
  patternIssue,
  patternSegments,
  segmentsOverlap,
} from '@voltframe/kit/contract/routing/url-pattern';

/** A claim of an app on addresses: a route, a resource, a rule, or a kept first segment. */
export interface Claim {
  app: string;
  kind: 'route' | 'resource' | 'rule' | 'kept';
  /** A route's id; else the kind. */
  id: string;
  pattern: string;
  segments: string[];
}

/** @returns the addresses that a release answers: its routes and resources, and the segments that it keeps. */
export function claimsOf({ app, routes, resources = [], keeps = [] }: Release): Claim[] {
  return [
    ...routes.map(({ id, path }) => claimOf(app, 'route', id, path)),
    ...resources.map((path) => claimOf(app, 'resource', 'resource', path)),
    ...keeps.map((segment) => claimOf(app, 'kept', 'keeps', `${segment}/**`)),
  ];
}

function claimOf(app: string, kind: Claim['kind'], id: string, pattern: string): Claim {
  return { app, kind, id, pattern, segments: patternSegments(pattern) };
}

/** @returns the first segments of its own in which a release answers something, and those it keeps: `/blog`. */
function segmentsOf(release: Release): Set<string> {
  const firsts = claimsOf(release).flatMap(({ segments: [first] }) => first ?? []);
  return new Set(firsts.filter((first) => !isOpenSegment(first)).map((first) => `/${first}`));
}

/**
 * @param before the app's live release; undefined = the app is new, and its claims are accepted.
 * @returns segments that a release keeps although the app never had them, and the release without these.
 */
export function keptOf(
  release: Release,
  before: Release | undefined,
): { neverHad: string[]; believed: Release } {
  const { keeps } = release;
  if (!keeps || !before) return { neverHad: [], believed: release };
  const had = segmentsOf(before);
  const neverHad = keeps.filter((segment) => !had.has(segment));
  return { neverHad, believed: { ...release, keeps: keeps.filter((segment) => had.has(segment)) } };
}

/**
 * @returns the addresses that a release has rules for. The shell's rules apply to the pages of all apps, so it has
 * none.
 */
export function ruleClaimsOf({ app, kind, rules }: Release): Claim[] {
  if (kind === 'shell') return [];
  return Object.keys(rules).map((pattern) => claimOf(app, 'rule', 'rule', pattern));
}

/**
 * Whether an app may declare a rule for a pattern. Decided by the patterns, because sample addresses would be
 * incomplete.
 * @param claims routes, resources and kept segments of all apps.
 * @returns true when the app answers something in the pattern's first segment, or keeps it, and no other app does, or
 *   when the pattern is a route of the app and no other app answers an address of it. One that leaves its first segment
 *   open is the shell's.
 */
export function ownsPattern(pattern: string, app: string, claims: readonly Claim[]): boolean {
  if (patternIssue('rule', pattern) !== undefined) return false;
  const segments = patternSegments(pattern);
  const [first] = segments;
  if (isOpenSegment(first ?? '')) return false;
  const within = first === undefined ? [] : claims.filter((claim) => claim.segments[0] === first);
  if (within.length > 0 && within.every((claim) => claim.app === app)) return true;
  const isRoute = claims.some((claim) => claim.app === app && claim.pattern === pattern);
  return isRoute && !claims.some((claim) => claim.app !== app && overlap(segments, claim.segments));
}

/** Claims by their first segment. Only claims with the same first segment can match the same address. */
export type ClaimTable = ReadonlyMap<string, readonly Claim[]>;

export function claimTable(claims: readonly Claim[]): ClaimTable {
  return Map.groupBy(claims, firstOf);
}

/** @returns the first segment of a claim's pattern; one value for all open ones. */
function firstOf({ segments: [first = ''] }: Claim): string {
  return isOpenSegment(first) ? '*' : first;
}

/**
 * @param claims the claims of one app.
 * @param others the claims and rules of another app.
 * @returns each claim that means an address of the other app, with the first that it clashes with.
 */
export function findClashes(claims: readonly Claim[], others: ClaimTable): { claim: Claim; other: Claim }[] {
  return claims.flatMap((claim) => {
    const other = others.get(firstOf(claim))?.find(({ segments }) => overlap(claim.segments, segments));
    return other ? [{ claim, other }] : [];
  });
}

/**
 * A pattern of the shell with an open first segment has the lowest precedence, so it clashes only with an equal one.
 */
function overlap(a: string[], b: string[]): boolean {
  if (isOpenSegment(a[0] ?? '') === isOpenSegment(b[0] ?? '')) return segmentsOverlap(a, b);
  return false;
}
