import type { Reference } from '@voltframe/kit/contract/operations/verdict';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { isOpenSegment, patternSegments } from '@voltframe/kit/contract/routing/url-pattern';
import { hasOnePage } from '../../../serving/compositions/client-tables.ts';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import { matchPage } from '../../../serving/pages/page-request.ts';
import { claimsOf } from '../pattern-ownership.ts';

/** @returns whether something is not where it was: else nobody else's pages have to be read. */
export async function takesAway(
  live: ServedComposition,
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
): Promise<boolean> {
  for (const app of changed) {
    const [before, after] = [live.releases[app], candidate.releases[app]];
    if (!before || !after) continue;
    const kept = new Set(namesOf(after));
    if (namesOf(before).some((name) => !kept.has(name)) || redirectsOf(before) !== redirectsOf(after))
      return true;
    if (await listsLess(live, candidate, app)) return true;
  }
  return false;
}

function namesOf({ routes, resources = [], islands }: Release): string[] {
  return [...routes.map(({ path }) => path), ...resources, ...Object.keys(islands)];
}

function redirectsOf({ rules }: Release): string {
  return JSON.stringify(Object.entries(rules).map(([pattern, { redirect }]) => [pattern, redirect]));
}

/** Pages of one pattern come and go without its manifest. */
async function listsLess(
  live: ServedComposition,
  candidate: ServedComposition,
  app: string,
): Promise<boolean> {
  const own = live.composition.routes.filter((route) => route.app === app && !hasOnePage(route));
  for (const route of own) {
    const after = candidate.composition.routes.find(({ path }) => path === route.path);
    if (!after) return true;
    const [before, now] = await Promise.all([live.renderer.paths(route), candidate.renderer.paths(after)]);
    const kept = new Set(now.map(({ path }) => path));
    if (before.some(({ path }) => !kept.has(path))) return true;
  }
  return false;
}

/** @param changed not empty. @returns the app that a thing was of while it was live, as far as it is one of these. */
export function takerOf(live: ServedComposition, changed: ReadonlySet<string>, lost: Reference): string {
  const { routes, resources = {}, islands } = live.composition;
  const owner =
    lost.kind === 'island'
      ? islands[lost.name]?.app
      : (matchPage(routes, lost.name, '')?.route.app ?? resources[lost.name]);
  return owner !== undefined && changed.has(owner) ? owner : [...changed][0]!;
}

/** @returns whether it may be of an app that the shell has a place for and that is not there: nobody's first release waits for another's. */
export function isForLater({ releases }: Pick<ServedComposition, 'releases'>, lost: Reference): boolean {
  const { header = [], footer = [] } = releases[SHELL]?.places ?? {};
  if ([...header, ...footer].every(({ app }) => Object.hasOwn(releases, app))) return false;
  if (lost.kind === 'island') return true;
  const [first] = patternSegments(lost.name);
  const claims = Object.values(releases).flatMap(claimsOf);
  return claims.every(({ segments }) => segments[0] !== first || isOpenSegment(segments[0] ?? ''));
}
