import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Release } from '@voltframe/kit/contract/release/release';
import { changedApps } from '../../serving/compositions/changed-apps.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';
import type { ReleaseKey, StateStore } from '../../platform/database/state-store.ts';
import { supersededBy } from './waiting.ts';
import type { Decisions } from '../releases/newer-decision.ts';
import { tracedTask, type Tracer } from '../../observing/telemetry/traces/tracer.ts';
import type { Mutex } from '../../platform/processes/one-at-a-time.ts';
import type { Candidates } from './candidates.ts';

export interface ActivationOptions {
  site: Site;
  state: StateStore;
  mutex: Mutex;
  decisions: Decisions;
  /** How long the replaced composition stays servable, in milliseconds. */
  leaseMs: number;
  now: () => number;
  tracer?: Pick<Tracer, 'task'> | undefined;
  onActivated(served: ServedComposition, previous: ServedComposition | undefined): void;
}

export interface Switch {
  candidate: ServedComposition;
  /** Id of the live composition that the candidate was formed from; null = none. */
  replaces: string | null;
  /** Releases that become admitted with it. */
  admitted?: Release[];
  history: HistoryEntry[];
  /** Apps that only go with another one: their teams said nothing, so what waits of them stays. */
  partners?: string[];
  /** Called while the mutex is held: whether nothing keeps it back by now. */
  isFree?(): Promise<boolean>;
}

/**
 * What became of a switch. `overtaken`: something else is live by now, and shown; the caller decides again on that.
 * `held`: a pin or a freeze came in between. In both cases the candidate is discarded.
 */
export type Switched = 'live' | 'overtaken' | 'held';

/** Makes a candidate live: compared and switched while the mutex is held, durable first, then visible. */
export interface Activation {
  activate(change: Switch): Promise<Switched>;
  /** Shows what another gateway activated, if one did. Its render process runs before, so no visitor waits for it. */
  catchUp(): Promise<void>;
  /** Visible only: what is live in the store already. */
  show(served: ServedComposition): Promise<void>;
  /** Entries about releases, and what of their apps is live now; `activate` says it anew of what it replaces. */
  historyOf(releases: Release[], actor: string, action: HistoryAction, note?: string): HistoryEntry[];
  /** Entries about apps that go back to these digests; null = off the site. */
  historyOfBack(
    back: Readonly<Record<string, string | null>>,
    how: Pick<HistoryEntry, 'actor' | 'action'> & { note?: string | undefined },
  ): HistoryEntry[];
}

export function createActivation(options: ActivationOptions): Activation {
  const { site, mutex, now } = options;
  return {
    catchUp: () => catchUp(options),
    show: (served) => mutex(async () => makeVisible(options, served)),
    async activate(change) {
      const composition = change.candidate.composition.id;
      const switched = await tracedTask(options.tracer, 'activation', { composition }, async (_, part) => {
        const outcome = await mutex(() => compareAndSwitch(options, change));
        part.describe({ outcome });
        return outcome;
      }).catch((error: unknown) => {
        site.discard(change.candidate);
        throw error;
      });
      if (switched === 'live') return switched;
      site.discard(change.candidate);
      if (switched === 'overtaken') await catchUp(options);
      return switched;
    },
    historyOfBack: (back, { actor, action, note = '' }) =>
      Object.entries(back).map(([app, to]) => {
        const from = site.live()?.composition.apps[app] ?? null;
        return { at: now(), actor, action, app, from, to, note };
      }),
    historyOf: (releases, actor, action, note = '') =>
      releases.map(({ app, digest }) => {
        const from = site.live()?.composition.apps[app] ?? null;
        return { at: now(), actor, action, app, from, to: digest, note };
      }),
  };
}

const IS_LEFT = new Set<HistoryAction>(['rollback', 'fallback']);

/** Called while the mutex is held. */
async function compareAndSwitch(options: ActivationOptions, change: Switch): Promise<Switched> {
  const { candidate, replaces, admitted = [], history, partners = [], isFree } = change;
  if (isFree && !(await isFree())) return 'held';
  const decided = history.filter(({ app }) => app === null || !partners.includes(app));
  const entries = await fromReplaced(options, history, replaces);
  const done = await options.state.activate({
    composition: candidate.composition,
    replaces,
    leaseUntil: options.now() + options.leaseMs,
    admitted: admitted.map(({ app, digest }) => ({ app, digest })),
    left: await leftBy(options.state, entries, partners),
    superseded: await supersededBy(options.state, decided),
    history: entries,
  });
  if (!done) return 'overtaken';
  for (const { app, action } of decided) if (app !== null) options.decisions.record(app, action);
  makeVisible(options, candidate);
  return 'live';
}

/** What is left for an earlier release. To take a rollback back is none: what it leaves was no worse than any. */
async function leftBy(
  state: StateStore,
  entries: HistoryEntry[],
  partners: readonly string[],
): Promise<ReleaseKey[]> {
  const asked = entries.find(
    ({ app, action }) => app !== null && IS_LEFT.has(action) && !partners.includes(app),
  );
  const target = asked?.to && (await state.release(asked.app!, asked.to));
  if (target && target.rolledBackAt !== null) return [];
  return entries.flatMap(({ app, from, action }) =>
    app !== null && from !== null && IS_LEFT.has(action) ? [{ app, digest: from }] : [],
  );
}

/** Entries say what they replace of the composition that the candidate was formed from, whatever was live in between. */
async function fromReplaced(
  { site, state }: Pick<ActivationOptions, 'site' | 'state'>,
  history: HistoryEntry[],
  replaces: string | null,
): Promise<HistoryEntry[]> {
  const live = site.live()?.composition;
  const isLive = live?.id === replaces;
  const replaced = replaces === null || isLive ? undefined : await state.composition(replaces);
  const apps = (isLive ? live : replaced?.composition)?.apps ?? {};
  return history.map((entry) => (entry.app === null ? entry : { ...entry, from: apps[entry.app] ?? null }));
}

function makeVisible({ site, onActivated }: ActivationOptions, next: ServedComposition): void {
  const previous = site.live();
  site.makeLive(next);
  onActivated(next, previous);
}

/** @throws when the composition cannot be read or started here; what was shown before stays. */
async function catchUp(options: ActivationOptions): Promise<void> {
  const { site, state, mutex } = options;
  const isLive = (composition: string) => site.live()?.composition.id === composition;
  const id = await state.liveId();
  if (id === undefined || isLive(id)) return;
  const served = await startStored(options, id);
  const shown = await mutex(async () => {
    if (isLive(id)) return true; // caught up by somebody else meanwhile
    if ((await state.liveId()) !== id) return false;
    makeVisible(options, served);
    return true;
  });
  if (shown) return;
  site.discard(served);
  await catchUp(options);
}

async function startStored({ site, state }: ActivationOptions, id: string): Promise<ServedComposition> {
  const stored = await state.composition(id);
  if (!stored) throw new Error(`The live composition ${id} is not in the store`);
  const { composition } = stored;
  const served = await site.prepare(composition, await site.releasesOf(composition));
  try {
    const changed = changedApps(composition, site.live()?.composition);
    await Promise.all(changed.map((app) => served.renderer.start(app)));
    return served;
  } catch (error) {
    site.discard(served);
    throw error;
  }
}

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
