import {
  type Finding,
  finding,
  type Reference,
  type Warning,
} from '@voltframe/kit/contract/operations/verdict';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import { type AppReference, type ReadingOptions, referencesOf } from './app-references.ts';
import { createDestinations } from './destinations.ts';
import { isForLater, takerOf, takesAway } from './taken-away.ts';

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
