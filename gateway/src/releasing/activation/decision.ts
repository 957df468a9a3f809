import type { MeasuredRelease } from '@voltframe/kit/contract/operations/figures';
import type { Finding, Warning, Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Hold } from './holds.ts';

/** What became of a release that was to go live. */
export interface Decision {
  /** `held`: admitted, but a pin or a freeze keeps it back. */
  outcome: 'activated' | 'unchanged' | 'held' | 'refused';
  /** Live composition after it. */
  composition: string | null;
  findings: Finding[];
  /** What its owners have to mend, though it passed. */
  warnings?: Warning[];
  /** What admission measured of it. */
  measured?: MeasuredRelease[];
  /** Why it is held. */
  held?: Hold;
  /** Refused only because of other apps' versions: it is tried again when one of these changes (none named: any). */
  waitsFor?: string[];
}

/** @returns the verdict that the team is told of the decision on its releases. */
export function toVerdict(releases: Release[], decision: Decision): Verdict {
  const { outcome, composition, findings, held, waitsFor } = decision;
  const reason = findings.map((entry) => entry.reason).join('; ');
  const waiting = held
    ? { for: held.by, reason: held.reason }
    : waitsFor && { for: 'app' as const, apps: waitsFor, reason };
  return {
    ...verdictOfChecks(releases, decision, composition),
    accepted: outcome !== 'refused',
    activated: outcome === 'activated' || outcome === 'unchanged',
    ...(waiting && { waiting }),
  };
}

/** The verdict of the checks alone. @param composition id of the candidate. */
export function verdictOfChecks(
  releases: Release[],
  { findings, warnings = [], measured }: Pick<Decision, 'findings' | 'warnings' | 'measured'>,
  composition: string | null,
): Verdict {
  return {
    accepted: findings.length === 0,
    activated: false,
    ...(composition !== null && { composition }),
    releases: releases.map(({ app, digest }) => ({ app, digest })),
    checks: findings,
    ...(warnings.length > 0 && { warnings }),
    ...(measured && findings.length === 0 && { measured: measured.filter(isOf(releases)) }),
  };
}

function isOf(releases: Release[]) {
  return ({ digest }: MeasuredRelease): boolean => releases.some((release) => release.digest === digest);
}

/** @returns the apps that findings wait for; undefined when one is the release's own: no other app's version would mend it. */
export function appsWaitedFor(findings: Finding[]): string[] | undefined {
  const apps = findings.map(({ waitsFor }) => waitsFor);
  if (apps.includes(undefined)) return undefined;
  return apps.includes('*') ? [] : [...new Set(apps as string[])].toSorted();
}

/** The releases that findings are about; when they are about others, it cannot be told apart: all. */
export function atFault(releases: Release[], findings: Finding[]): Release[] {
  const named = releases.filter((release) => about(release, findings).length > 0);
  return named.length > 0 ? named : releases;
}

export function about({ app }: Release, findings: Finding[]): Finding[] {
  return findings.filter((entry) => entry.app === app);
}
