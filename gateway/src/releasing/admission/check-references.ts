import { literalPattern } from '@voltframe/kit/contract/literal-pattern';
import { setImmediate as pause } from 'node:timers/promises';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { type Finding, finding, type Warning } from '@voltframe/kit/contract/operations/verdict';
import { ANY_APP, type Release } from '@voltframe/kit/contract/release/release';
import { isOpenSegment, patternSegments } from '@voltframe/kit/contract/routing/url-pattern';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { hasOnePage } from '../../serving/render/listed-addresses.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { matchPage } from '../../serving/pages/page-request.ts';
import type { Candidate, Checked } from './candidate.ts';
import { createDestinations } from './destinations.ts';
import type { Places } from './places.ts';
import { claimsOf } from './pattern-ownership.ts';
import { type PageReference, referencesOf } from './references.ts';

/** Most findings of one app. */
const ENOUGH = 20;
/** References between two pauses, because each may be compared with hundreds of routes. */
const BETWEEN_PAUSES = 20;

/** Checks the targets of the links and embedded islands of a candidate. */
export type ReferenceCheck = (candidate: Candidate) => Promise<Checked>;

/** @see createReferenceCheck */
export type ReferenceMode = 'refuse' | 'warn' | 'develop';

/**
 * @param mode `refuse`: a release is refused for targets that it removes from pages of other apps; then it waits for
 * these apps. `develop`: only the pages of new releases are checked, for defects that a browser does not show; no
 * release is refused.
 * @param places of the lines that have the markup.
 * @returns a check whether the targets of links and the embedded islands exist, for a candidate that has passed the
 * rendering checks. A missing target of a new release is its defect, unless another app removed the target before. A
 * target that a new release removes from pages of other apps is a warning.
 */
export function createReferenceCheck(mode: ReferenceMode, places: Places): ReferenceCheck {
  return async (candidate) => {
    const { served, changed, live, signal } = candidate;
    const missingNow = missingIn(served, signal, ENOUGH);
    const missingBefore = live ? missingIn(live, signal, ENOUGH * 10) : async () => [];
    const apps = Object.keys(served.releases);
    const isNew = async (app: string, { kind, name, detail }: PageReference): Promise<boolean> =>
      (await missingBefore(app)).every(
        (known) => known.kind !== kind || known.name !== name || known.detail !== detail,
      );
    const withPlaces = async (app: string) => {
      const told = (await missingNow(app)).filter(({ kind }) => mode !== 'develop' || isDefect(kind));
      const searched = told.map(patternOf);
      const patterns = [...new Set(searched.filter((pattern) => pattern !== undefined))];
      const found = await places.ofTexts(served.releases[app]!, patterns, signal);
      return told.map((missing, index) => {
        const at = patterns.indexOf(searched[index] ?? '');
        return { missing, located: found[at] ?? { text: '' } };
      });
    };
    const findings: Finding[] = [];
    const warnings: Warning[] = [];
    const warn = ({ kind, name }: PageReference, found: Finding, owner: string): void => {
      const { digest } = served.releases[owner]!;
      const isLost = kind === 'link' || kind === 'island';
      warnings.push({ ...found, owner, digest, ...(isLost && { lost: { kind, name } }) });
    };
    for (const app of apps.filter((name) => changed.has(name)))
      for (const { missing, located } of await withPlaces(app)) {
        const { text, ...where } = located;
        const found = { ...finding(app, missingError(missing, text)), ...where };
        const isTold =
          mode === 'develop' ||
          missing.kind === 'markup' ||
          mayComeLater(served, missing) ||
          !(await isNew(app, missing));
        if (isTold) warn(missing, found, app);
        else findings.push(found);
      }
    if (mode === 'develop') return { findings, warnings };
    if (findings.length > 0 || !live || !(await takesAway(live, served, changed)))
      return { findings, warnings };
    for (const app of apps.filter((name) => !changed.has(name)))
      for (const missing of await missingNow(app)) {
        if (isMarkup(missing.kind) || !(await isNew(app, missing))) continue;
        const taker = takerOf(live, changed, missing);
        const found = finding(taker, takenError(missing, taker, app));
        if (mode === 'refuse') findings.push({ ...found, waitsFor: app });
        else warn(missing, found, app);
      }
    return { findings, warnings };
  };
}

/** @returns a function that finds a limited number of an app's references without a target; each app is read once. */
function missingIn(
  served: ServedComposition,
  signal: AbortSignal,
  most: number,
): (app: string) => Promise<PageReference[]> {
  const destinations = createDestinations(served);
  const known = new Map<string, Promise<PageReference[]>>();
  const look = async (app: string): Promise<PageReference[]> => {
    const missing: PageReference[] = [];
    for (const [index, reference] of (await referencesOf(served, app, signal)).entries()) {
      if (missing.length >= most || signal.aborted) break;
      if (index % BETWEEN_PAUSES === 0) await pause();
      const { kind, name } = reference;
      const isMissing =
        kind === 'stylesheet'
          ? !destinations.isFile(name)
          : isDefect(kind) || !(await destinations.exists({ kind, name }));
      if (isMissing) missing.push(reference);
    }
    return missing;
  };
  return (app) => {
    const missing = known.get(app) ?? look(app);
    known.set(app, missing);
    return missing;
  };
}

/** @returns whether a reference is a defect of the page itself, not a missing target. */
function isDefect(kind: PageReference['kind']): kind is 'props' | 'markup' | 'style' | 'stylesheet' {
  return kind === 'props' || isMarkup(kind);
}

/** @returns whether a reference is a defect that no other app causes. */
function isMarkup(kind: PageReference['kind']): kind is 'markup' | 'style' | 'stylesheet' {
  return kind === 'markup' || kind === 'style' || kind === 'stylesheet';
}

/** @param at the end of the reason: where in the sources it is. */
function missingError({ kind, name, page, more, detail = '' }: PageReference, at: string): PlatformError {
  if (kind === 'link') return admissionErrors.DEAD_LINK({ page, link: name, more: morePages(more) });
  if (kind === 'markup') return admissionErrors.DROPPED({ page, markup: name, at, more: morePages(more) });
  if (kind === 'style')
    return admissionErrors.RUNTIME_STYLES({ page, styles: name, at, more: morePages(more) });
  if (kind === 'stylesheet') {
    const defect = name.startsWith('/') ? 'is no file of the site' : 'the policy of its document refuses';
    return admissionErrors.STYLESHEET({ page, address: name, defect, at, more: morePages(more) });
  }
  if (kind === 'props')
    return admissionErrors.ISLAND_PROPS({ page, name, reason: detail + at, more: morePages(more) });
  return admissionErrors.LOST_ISLAND({ page, name, more: morePages(more) });
}

/**
 * @returns a regular expression that matches the code that passes the props, or makes the markup, that is refused;
 *   undefined for other references.
 */
function patternOf({ kind, name, detail = '' }: PageReference): string | undefined {
  if (kind === 'props') return `\\bname: ${quoted(name)}`;
  // The server bundle makes the element, or a library writes it as text.
  if (kind === 'style') return detail === '' ? '\\("style",|<style\\b' : `\\b${detail}\\b`;
  return kind === 'markup' || kind === 'stylesheet' ? quoted(detail) : undefined;
}

/** A build without a minifier keeps the quotes of the sources. */
function quoted(text: string): string {
  return `(["'\`])${literalPattern(JSON.stringify(text).slice(1, -1))}\\1`;
}

function takenError(
  { kind, name, page, more, detail = '' }: PageReference,
  app: string,
  owner: string,
): PlatformError {
  if (kind === 'props')
    return admissionErrors.ISLAND_PROPS_LEFT({
      page,
      name,
      reason: detail,
      more: morePages(more),
      app,
      owner,
    });
  return kind === 'link'
    ? admissionErrors.LINK_LEFT({ page, link: name, more: morePages(more), app, owner })
    : admissionErrors.ISLAND_LEFT({ page, name, more: morePages(more), app, owner });
}

/** @param count of pages with the same defect, besides the one that is named. @returns words that follow its reason */
export function morePages(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' (and one more page)' : ` (and ${count} more pages)`;
}

/** @returns whether a new release removes a target. Otherwise pages of other apps are not read. */
async function takesAway(
  live: ServedComposition,
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
): Promise<boolean> {
  for (const app of changed) {
    const [before, after] = [live.releases[app], candidate.releases[app]];
    if (!before || !after) continue;
    const names = new Set(namesOf(after));
    if (namesOf(before).some((name) => !names.has(name)) || redirectsOf(before) !== redirectsOf(after))
      return true;
    if (await listsLess(live, candidate, app)) return true;
  }
  return false;
}

function namesOf({ routes, resources = [], islands }: Release): string[] {
  const embedded = Object.entries(islands).map(([name, { props }]) => `${name} ${JSON.stringify(props)}`);
  return [...routes.map(({ path }) => path), ...resources, ...embedded];
}

function redirectsOf({ rules }: Release): string {
  return JSON.stringify(Object.entries(rules).map(([pattern, { redirect }]) => [pattern, redirect]));
}

/** The pages of a pattern change without a change of the manifest. */
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
    const paths = new Set(now.map(({ path }) => path));
    if (before.some(({ path }) => !paths.has(path))) return true;
  }
  return false;
}

/**
 * @param changed not empty.
 * @returns the app that had the target while it was live, if it is one of these; else the first of these.
 */
function takerOf(live: ServedComposition, changed: ReadonlySet<string>, missing: PageReference): string {
  const { routes, resources = {}, islands } = live.composition;
  const owner =
    missing.kind === 'link'
      ? (matchPage(routes, missing.name, '')?.route.app ?? resources[missing.name])
      : islands[missing.name]?.app;
  return owner !== undefined && changed.has(owner) ? owner : [...changed][0]!;
}

/** @returns whether the target may belong to an app that the shell has a place for and that is not live yet. */
function mayComeLater({ releases }: ServedComposition, missing: PageReference): boolean {
  const { header = [], footer = [] } = releases[SHELL]?.places ?? {};
  const expected = [...header, ...footer].filter(({ app }) => app !== ANY_APP);
  if (expected.every(({ app }) => Object.hasOwn(releases, app))) return false;
  if (isDefect(missing.kind)) return false;
  if (missing.kind === 'island') return true;
  const [first] = patternSegments(missing.name);
  const claims = Object.values(releases).flatMap(claimsOf);
  return claims.every(({ segments }) => segments[0] !== first || isOpenSegment(segments[0] ?? ''));
}
