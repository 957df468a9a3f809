import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { Site } from '../compositions/site.ts';
import type { StateStore } from '../stores/state-store.ts';
import type { Activation } from './activation.ts';
import type { Candidates } from './candidates.ts';

export interface RecoveryParts {
  site: Site;
  state: StateStore;
  candidates: Candidates;
  activation: Activation;
  now: () => number;
}

/** How many earlier compositions a fallback tries. */
const MAX_TRIES = 20;

/** Serves what was live when the gateway ended, with the site's configuration of now. @returns false when nothing was. */
export async function restore(parts: RecoveryParts): Promise<boolean> {
  const { site, state, candidates, activation } = parts;
  const stored = await state.live();
  if (!stored) return false;
  const releases = await site.releasesOf(stored.composition);
  const candidate = await candidates.prepare(releases);
  const { id } = stored.composition;
  if (candidate.composition.id === id) {
    // As it was activated, with its time: the id alone would not say that nothing changed.
    candidates.discard(candidate);
    await activation.show(await site.prepare(stored.composition, releases));
    return true;
  }
  const history = [entryOf(parts, 'configure', id, candidate, 'configuration', '')];
  await activation.activate({ candidate, replaces: id, history }); // overtaken: what the other gateway left is shown
  return true;
}

/**
 * Goes back to the newest composition before a failing one that still starts.
 * @param failing id; when it is not live any more, another gateway was first and nothing is done.
 * @returns false when there is none.
 */
export async function fallBackFrom(parts: RecoveryParts, failing: string, reason: string): Promise<boolean> {
  const { site, state, activation } = parts;
  const live = site.live()?.composition;
  if (live?.id !== failing) return true;
  const earlier = (await state.compositions(MAX_TRIES)).filter(
    // Not what was only previewed.
    ({ composition, activatedAt }) => activatedAt > 0 && composition.timestamp < live.timestamp,
  );
  for (const { composition } of earlier) {
    const candidate = await startedCandidate(parts, composition);
    if (!candidate) continue;
    const history = [entryOf(parts, 'fallback', failing, candidate, 'gateway', reason)];
    // When another gateway was first, the failing one is not live any more either.
    await activation.activate({ candidate, replaces: failing, history });
    return true;
  }
  return false;
}

async function startedCandidate(
  { site, candidates }: RecoveryParts,
  of: Composition,
): Promise<ServedComposition | undefined> {
  const releases = await site.releasesOf(of).catch(() => undefined);
  const candidate = releases && (await candidates.prepare(releases));
  try {
    await candidate?.renderer.start();
    return candidate;
  } catch {
    if (candidate) candidates.discard(candidate);
    return undefined;
  }
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
