import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Warning } from '@voltframe/kit/contract/operations/verdict';
import { createDestinations } from '../admission/destinations.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { StateStore } from '../../platform/database/state-store.ts';

/** Setting that holds the latest warnings. */
const WARNINGS = 'warnings';
const MOST_KEPT = 200;

type Settings = Pick<StateStore, 'setting' | 'setSetting'>;

/** Keeps warnings of releases that went live, the latest of each thing that is lost. */
export async function keepWarnings(state: Settings, warnings: Warning[]): Promise<void> {
  if (warnings.length === 0) return;
  const kept = [...warnings, ...(await readWarnings(state))];
  const latest = new Map(kept.toReversed().map((warning) => [keyOf(warning), warning]));
  const newestFirst = [...latest.values()].toReversed();
  await state.setSetting(WARNINGS, JSON.stringify(newestFirst.slice(0, MOST_KEPT)));
}

/**
 * What is still so: the owner's release is live, and what it needs is not there. So a rollback of either ends a warning
 * without anybody's doing.
 * @returns of each owner its warnings.
 */
export async function standingWarnings(
  state: Settings,
  live: ServedComposition,
): Promise<Map<string, Warning[]>> {
  const destinations = createDestinations(live);
  const kept = (await readWarnings(state)).filter(
    ({ owner, digest }) => live.composition.apps[owner] === digest,
  );
  const there = await Promise.all(kept.map(({ lost }) => destinations.isListed(lost)));
  return Map.groupBy(
    kept.filter((_, index) => !there[index]),
    ({ owner }) => owner,
  );
}

async function readWarnings(state: Settings): Promise<Warning[]> {
  return JSON.parse((await state.setting(WARNINGS)) ?? '[]') as Warning[];
}

function keyOf({ owner, digest, lost }: Warning): string {
  return [owner, digest, lost.kind, lost.name].join(' ');
}

/** @returns the entries of what goes live, with its warnings; and one for each app that has to mend what others did. */
export function withWarnings(
  entries: HistoryEntry[],
  warnings: Warning[],
  entryOf: (app: string, note: string) => HistoryEntry[],
): HistoryEntry[] {
  const going = new Set(entries.map(({ app }) => app));
  const noted = entries.map((entry) => {
    const own = warnings.filter(({ app, owner }) => app === entry.app || owner === entry.app);
    return { ...entry, note: [entry.note, ...own.map(lineOf)].filter(Boolean).join('\n') };
  });
  const told = Map.groupBy(
    warnings.filter(({ owner }) => !going.has(owner)),
    ({ owner }) => owner,
  );
  return [...noted, ...[...told].flatMap(([owner, own]) => entryOf(owner, own.map(lineOf).join('\n')))];
}

function lineOf({ code, reason }: Warning): string {
  return `${code}: ${reason}`;
}
