import type { MeasuredRelease } from '@voltframe/kit/contract/operations/figures';
import { type Finding, finding, type Warning } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { Deadline } from '../../admission/deadline.ts';
import type { Admitted, Base, Candidates, Releases } from '../candidates.ts';
import type { ChangeParts } from '../change-parts.ts';
import { companionSets } from './companions.ts';
import type { Deployment } from './deployment.ts';
import { firstHold } from '../holds.ts';
import { keepWarnings, withWarnings } from '../standing-warnings.ts';

/** What came of trying to make releases live: no findings when they are; `held` when a pin or freeze came in between. */
export interface Attempt {
  findings: Finding[];
  warnings?: Warning[];
  measured?: MeasuredRelease[];
  held?: boolean;
}

/** How often one release is checked anew because something else went live meanwhile. */
const MAX_OVERTAKEN = 10;

/**
 * Admits releases together with those that wait and are free to go live, else alone, and makes them live. Something else
 * may go live meanwhile: then they are checked again beside that.
 */
export async function attempt(
  parts: ChangeParts,
  releases: Release[],
  deployment: Deployment,
): Promise<Attempt> {
  const deadline = parts.candidates.deadline();
  try {
    return await attemptWithin(deadline, parts, releases, deployment);
  } finally {
    deadline.end();
  }
}

async function attemptWithin(
  deadline: Deadline,
  ...[parts, releases, deployment]: Parameters<typeof attempt>
): Promise<Attempt> {
  const { candidates } = parts;
  const started = candidates.base().releases;
  for (let times = 0; times < MAX_OVERTAKEN; times++) {
    const base = candidates.base();
    if (releases.every(({ app, digest }) => base.releases[app]?.digest === digest)) return { findings: [] };
    // The newest decision on an app counts: for example a rollback that came after this was published.
    const replaced = new Set(deployment.replaced?.());
    const superseded = releases.filter(
      ({ app }) => replaced.has(app) || base.releases[app]?.digest !== started[app]?.digest,
    );
    if (superseded.length > 0)
      return { findings: superseded.map(({ app }) => finding(app, admissionErrors.SUPERSEDED({ app }))) };
    const tried = await attemptOn(base, deadline, parts, releases, deployment);
    if (tried !== 'overtaken') return tried;
  }
  const overtaken = admissionErrors.OVERTAKEN({ times: MAX_OVERTAKEN });
  return { findings: releases.map(({ app }) => finding(app, overtaken)) };
}

async function attemptOn(
  base: Base,
  deadline: Deadline,
  ...[parts, releases, deployment]: Parameters<typeof attempt>
): Promise<Attempt | 'overtaken'> {
  const { candidates } = parts;
  let findings: Finding[] = [];
  const { action = 'activate' } = deployment;
  const besides = new Set(releases.map(({ app }) => app));
  // Going back takes nothing along that nobody has seen live.
  for (const companions of action === 'activate' ? await companionSets(parts, besides) : [[]]) {
    const set = byApp([...companions, ...releases]);
    const all = { ...base.releases, ...set };
    // What cannot fit by its manifests alone costs no process.
    if (companions.length > 0 && !mayFit(candidates, all)) continue;
    const admitted = await candidates.admit(all, new Set(Object.keys(set)), deadline);
    const { candidate, warnings, measured } = admitted;
    if (candidate)
      return switchTo(base, parts, { candidate, warnings, measured, companions, releases, deployment });
    findings = admitted.findings;
  }
  return { findings };
}

interface Ready extends Required<Omit<Admitted, 'findings' | 'measured'>> {
  measured: MeasuredRelease[] | undefined;
  companions: Release[];
  releases: Release[];
  deployment: Deployment;
}

async function switchTo(
  base: Base,
  { state, activation, holds, measurements }: ChangeParts,
  { candidate, warnings, measured, companions, releases, deployment }: Ready,
): Promise<Attempt | 'overtaken'> {
  const { actor, action = 'activate', note = '' } = deployment;
  const mayBeHeld = action === 'activate' ? [...companions, ...releases] : companions;
  const switched = await activation.activate({
    candidate,
    replaces: base.id,
    admitted: [...companions, ...releases],
    history: withWarnings(
      [
        // What waited is neither rolled back nor failing.
        ...activation.historyOf(companions, actor, 'activate', note),
        ...activation.historyOf(releases, actor, action, note),
      ],
      warnings,
      (owner, lines) => activation.historyOf([candidate.releases[owner]!], actor, 'warn', lines),
    ),
    isFree: async () =>
      !deployment.replaced?.().length && (base.id === null || !(await firstHold(holds, mayBeHeld))),
  });
  if (switched === 'overtaken') return 'overtaken';
  if (switched === 'live') await keepWarnings(state, warnings);
  await measurements.keep(measured ?? []);
  return { findings: [], warnings, ...(measured && { measured }), held: switched === 'held' };
}

function mayFit(candidates: Candidates, releases: Releases): boolean {
  const findings = candidates.check(releases, new Set(Object.keys(releases)));
  return findings.every(({ waitsFor }) => waitsFor === undefined);
}

export function byApp(releases: Release[]): Releases {
  return Object.fromEntries(releases.map((release) => [release.app, release]));
}
