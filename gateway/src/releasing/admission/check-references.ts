import {
  type Finding,
  finding,
  type Reference,
  type Warning,
} from '@voltframe/kit/contract/operations/verdict';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { type AppReference, type ReadingOptions, referencesOf } from './references.ts';
import { createDestinations } from './destinations.ts';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { isOpenSegment, patternSegments } from '@voltframe/kit/contract/routing/url-pattern';
import { hasOnePage } from '../../serving/compositions/client-tables.ts';
import { matchPage } from '../../serving/pages/page-request.ts';
import { claimsOf } from './pattern-ownership.ts';

export interface ReferenceCheckOptions extends Omit<ReadingOptions, 'signal'> {
  /** Whether what a release takes away from other apps' pages refuses it: then it waits for those. */
  refuses: boolean;
}

export interface References {
  findings: Finding[];
  warnings: Warning[];
}

/** @param live undefined = nothing is yet. @param signal of the admission's deadline. See `checkReferences`. */
export type ReferenceCheck = (
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  live: ServedComposition | undefined,
  signal: AbortSignal,
) => Promise<References>;

export function createReferenceCheck({ refuses, ...options }: ReferenceCheckOptions): ReferenceCheck {
  return async (candidate, changed, live, signal) => {
    const found = await checkReferences(candidate, changed, live, { ...options, signal });
    if (!refuses) return found;
    const isOwn = ({ app, owner }: Warning): boolean => app === owner;
    const left = found.warnings.filter((warning) => !isOwn(warning));
    return {
      findings: [...found.findings, ...left.map(refusalOf)],
      warnings: found.warnings.filter(isOwn),
    };
  };
}

function refusalOf({ code, app, reason, fix, owner }: Warning): Finding {
  return { code, app, reason, fix, waitsFor: owner };
}

/** Findings of one app: a team reads no more. */
const ENOUGH = 20;
/** To look for something may mean to compare it with hundreds of routes. */
const BETWEEN_PAUSES = 20;

/**
 * Whether what pages lead to and embed is there. What a release itself leads to is its defect, unless it did before and
 * somebody else took that away; what it takes away from pages of others is a warning.
 * @param candidate has passed the checks that render it.
 * @param changed the apps whose release is new.
 */
async function checkReferences(
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  live: ServedComposition | undefined,
  options: ReadingOptions,
): Promise<References> {
  const lostNow = lostIn(candidate, options, ENOUGH);
  const lostBefore = live ? lostIn(live, options, ENOUGH * 10) : async () => [];
  const apps = Object.keys(candidate.releases);
  const isNew = async (app: string, { kind, name }: Reference): Promise<boolean> =>
    (await lostBefore(app)).every((known) => known.kind !== kind || known.name !== name);
  const findings: Finding[] = [];
  const warnings: Warning[] = [];
  const warn = (lost: AppReference, taker: string, owner: string, error: PlatformError): void => {
    const { kind, name } = lost;
    const { digest } = candidate.releases[owner]!;
    warnings.push({ ...finding(taker, error), owner, digest, lost: { kind, name } });
  };
  for (const app of apps.filter((name) => changed.has(name)))
    for (const lost of await lostNow(app)) {
      const error = defect(lost);
      if (isForLater(candidate, lost) || !(await isNew(app, lost))) warn(lost, app, app, error);
      else findings.push(finding(app, error));
    }
  if (findings.length > 0 || !live || !(await takesAway(live, candidate, changed)))
    return { findings, warnings };
  for (const app of apps.filter((name) => !changed.has(name)))
    for (const lost of await lostNow(app)) {
      const taker = takerOf(live, changed, lost);
      if (await isNew(app, lost)) warn(lost, taker, app, leftBehind(lost, taker, app));
    }
  return { findings, warnings };
}

/** @returns what the pages of an app lead to or embed that is not there, so much of it; looked for once. */
function lostIn(
  served: ServedComposition,
  options: ReadingOptions,
  most: number,
): (app: string) => Promise<AppReference[]> {
  const destinations = createDestinations(served);
  const known = new Map<string, Promise<AppReference[]>>();
  const look = async (app: string): Promise<AppReference[]> => {
    const lost: AppReference[] = [];
    for (const [index, reference] of (await referencesOf(served, app, options)).entries()) {
      if (lost.length >= most || options.signal.aborted) break;
      if (index % BETWEEN_PAUSES === 0) await options.pause();
      if (!(await destinations.exists(reference))) lost.push(reference);
    }
    return lost;
  };
  return (app) => {
    const lost = known.get(app) ?? look(app);
    known.set(app, lost);
    return lost;
  };
}

function defect({ kind, name, page, more }: AppReference): PlatformError {
  return kind === 'link'
    ? admissionErrors.DEAD_LINK({ page, link: name, more: others(more) })
    : admissionErrors.LOST_ISLAND({ page, name, more: others(more) });
}

function leftBehind({ kind, name, page, more }: AppReference, app: string, owner: string): PlatformError {
  return kind === 'link'
    ? admissionErrors.LINK_LEFT({ page, link: name, more: others(more), app, owner })
    : admissionErrors.ISLAND_LEFT({ page, name, more: others(more), app, owner });
}

function others(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' (and one more page)' : ` (and ${count} more pages)`;
}

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
