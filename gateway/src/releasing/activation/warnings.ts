import type { Warning } from '@voltframe/kit/contract/operations/verdict';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { createDestinations } from '../admission/destinations.ts';
import type { Switch } from './activation.ts';
import { noteOf } from './decision.ts';

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
  const exists = await Promise.all(stored.map(({ lost }) => destinations.isListed(lost)));
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
export function withWarnings(entries: Switch['history'], warnings: Warning[]): Switch['history'] {
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
