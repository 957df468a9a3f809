import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { MeasuredRelease } from '@voltframe/kit/contract/operations/measurements';
import type { Finding, Verdict, Warning } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Checked } from '../admission/candidate.ts';
import type { Hold } from './waiting.ts';
import type { StateStore } from '../state/state-store.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { createDestinations } from '../admission/destinations.ts';

/** An entry of the history about an app; `app: null` is the whole site. */
export interface HistoryNote {
  app: string | null;
  action: HistoryAction;
  note?: string | undefined;
}

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
  { findings, warnings, measured, libraries }: Checked,
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
    ...(libraries && { libraries }),
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

/** Setting with the latest warnings, as JSON. */
const WARNINGS = 'warnings';
const MOST_STORED = 200;

type Settings = Pick<StateStore, 'setting' | 'setSetting'>;

/** Stores warnings of releases that went live: the latest about each missing target. */
export async function keepWarnings(state: Settings, warnings: Warning[]): Promise<void> {
  const lasting = warnings.filter(isLasting);
  if (lasting.length === 0) return;
  const all = [...lasting, ...(await readWarnings(state))];
  const latest = new Map(all.toReversed().map((warning) => [keyOf(warning), warning]));
  const newestFirst = [...latest.values()].toReversed();
  await state.setSetting(WARNINGS, JSON.stringify(newestFirst.slice(0, MOST_STORED)));
}

/**
 * A rollback of either app ends a warning.
 * @returns by owner, the current warnings: the release of the owner is live, and the target is missing.
 */
export async function standingWarnings(
  state: Settings,
  live: ServedComposition,
): Promise<Map<string, Warning[]>> {
  const destinations = createDestinations(live);
  const stored = (await readWarnings(state)).filter(
    ({ owner, digest }) => live.composition.apps[owner] === digest,
  );
  const exists = await Promise.all(stored.map(({ lost }) => destinations.isNamed(lost)));
  return Map.groupBy(
    stored.filter((_, index) => !exists[index]),
    ({ owner }) => owner,
  );
}

type Lasting = Warning & Required<Pick<Warning, 'lost'>>;

function isLasting(warning: Warning): warning is Lasting {
  return warning.lost !== undefined;
}

async function readWarnings(state: Settings): Promise<Lasting[]> {
  return JSON.parse((await state.setting(WARNINGS)) ?? '[]') as Lasting[];
}

function keyOf({ owner, digest, lost }: Lasting): string {
  return [owner, digest, lost.kind, lost.name].join(' ');
}

/**
 * @returns the entries of releases that go live, with their warnings, and an entry for each other app with a missing
 * target.
 */
export function withWarnings(entries: HistoryNote[], warnings: Warning[]): HistoryNote[] {
  const apps = new Set(entries.map(({ app }) => app));
  const noted = entries.map((entry) => {
    const own = warnings.filter(({ app, owner }) => app === entry.app || owner === entry.app);
    return { ...entry, note: [entry.note, noteOf(own)].filter(Boolean).join('\n') };
  });
  const others = Map.groupBy(
    warnings.filter(({ owner }) => !apps.has(owner)),
    ({ owner }) => owner,
  );
  return [
    ...noted,
    ...[...others].map(([app, own]) => ({
      app,
      action: 'warn' as const,
      note: noteOf(own),
    })),
  ];
}

/** The actions that replace a release of the app while it is being published. */
const REPLACE_PUBLISHING: ReadonlySet<HistoryAction> = new Set(['rollback', 'retire', 'withdraw']);

/** The decisions of this gateway on apps: a newer decision replaces a release that is being published. */
export interface Decisions {
  /** @returns a function that names those of these apps with a newer decision. */
  since(apps: readonly string[]): () => string[];
  /** Records an action. An action that replaces no release that is being published has no effect. */
  record(app: string, action: HistoryAction): void;
}

/** @returns decisions in their order; none is recorded yet. */
export function createDecisions(): Decisions {
  const sequence = new Map<string, number>();
  const numberOf = (app: string) => sequence.get(app) ?? 0;
  return {
    since(apps) {
      const before = apps.map(numberOf);
      return () => apps.filter((app, index) => numberOf(app) !== before[index]);
    },
    record(app, action) {
      if (REPLACE_PUBLISHING.has(action)) sequence.set(app, numberOf(app) + 1);
    },
  };
}
