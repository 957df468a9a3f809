import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { Activation } from './activation.ts';
import type { Candidates } from './candidates.ts';

export interface RecoveryParts {
  site: Site;
  state: StateStore;
  candidates: Candidates;
  activation: Activation;
  now: () => number;
}

/** Serves what was live when the gateway ended, with the site's configuration of now. @returns false when nothing was. */
export async function restore(parts: RecoveryParts): Promise<boolean> {
  const { site, state, candidates, activation } = parts;
  const stored = await state.live();
  if (!stored) return false;
  const releases = await site.releasesOf(stored.composition);
  const { id } = stored.composition;
  if (candidates.compose(releases).id === id) {
    // As it was activated, with its time: the id alone would not say that nothing changed.
    await activation.show(await site.prepare(stored.composition, releases));
    return true;
  }
  const candidate = await candidates.prepare(releases);
  const history = [entryOf(parts, 'configure', id, candidate, 'configuration', '')];
  await activation.activate({ candidate, replaces: id, history }); // overtaken: what the other gateway left is shown
  return true;
}

function entryOf(
  { now }: RecoveryParts,
  action: HistoryAction,
  from: string,
  { composition }: ServedComposition,
  actor: string,
  note: string,
): HistoryEntry {
  return { at: now(), actor, action, app: null, from, to: composition.id, note };
}
