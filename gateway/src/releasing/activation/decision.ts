import type { MeasuredRelease } from '@voltframe/kit/contract/operations/measurements';
import type { Finding, Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Checked } from '../admission/candidate.ts';
import type { Hold } from './holds.ts';

/** The outcome for a release that was to go live, with the results of its checks. */
export interface Decision extends Checked {
  /** `held`: admitted, but a pin or a freeze keeps it from going live. */
  outcome: 'activated' | 'unchanged' | 'held' | 'refused';
  /** Id of the live composition after the decision. */
  composition: string | null;
  /** Present when the release is held. */
  hold?: Hold;
  /**
   * Apps whose versions were the only reason of the refusal. The release is retried when one of them changes; empty:
   * when any app changes.
   */
  waitsFor?: string[];
}

/** @returns the verdict for the team of the releases. */
export function toVerdict(releases: Release[], decision: Decision): Verdict {
  const { outcome, composition, findings, hold, waitsFor } = decision;
  const reason = findings.map((entry) => entry.reason).join('; ');
  const waiting = hold
    ? { for: hold.by, reason: hold.reason }
    : waitsFor && { for: 'app' as const, apps: waitsFor, reason };
  return {
    ...verdictOfChecks(releases, decision, composition),
    accepted: outcome !== 'refused',
    activated: outcome === 'activated' || outcome === 'unchanged',
    ...(waiting && { waiting }),
  };
}

/** @param composition id of the candidate. @returns the verdict of the checks without an activation. */
export function verdictOfChecks(
  releases: Release[],
  { findings, warnings, measured }: Checked,
  composition: string | null,
): Verdict {
  const isOwn = ({ digest }: MeasuredRelease) => releases.some((release) => release.digest === digest);
  return {
    accepted: findings.length === 0,
    activated: false,
    ...(composition !== null && { composition }),
    releases: releases.map(({ app, digest }) => ({ app, digest })),
    checks: findings,
    ...(warnings.length > 0 && { warnings }),
    ...(measured && findings.length === 0 && { measured: measured.filter(isOwn) }),
  };
}

/**
 * @returns the apps that the findings wait for; undefined when the release itself has a defect.
 */
export function appsWaitedFor(findings: Finding[]): string[] | undefined {
  const apps = findings.map(({ waitsFor }) => waitsFor);
  if (apps.includes(undefined)) return undefined;
  return apps.includes('*') ? [] : [...new Set(apps as string[])].toSorted();
}

/** @returns the findings in the format of the history. */
export function noteOf(findings: readonly Pick<Finding, 'code' | 'reason'>[]): string {
  return findings.map(({ code, reason }) => `${code}: ${reason}`).join('\n');
}

/** @returns the releases that the findings are about; all when the findings are about other apps. */
export function atFault(releases: Release[], findings: Finding[]): Release[] {
  const named = releases.filter((release) => about(release, findings).length > 0);
  return named.length > 0 ? named : releases;
}

export function about({ app }: Release, findings: Finding[]): Finding[] {
  return findings.filter((entry) => entry.app === app);
}
