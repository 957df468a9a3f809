import type { StateStore } from '../../platform/database/state-store.ts';
import type { Mutex } from '../../platform/runtime/one-at-a-time.ts';
import type { Hold } from './decision.ts';
import { replacedBy } from './waiting.ts';

/** While the site is frozen nothing goes live, except rollbacks. */
export interface Freeze {
  by: string;
  /** Milliseconds since the epoch. */
  at: number;
  reason: string;
}

/**
 * Pins of apps, and the freeze of the site: releases that are admitted meanwhile are held, and go live when they end.
 * Writing acquires the mutex, so nothing goes live while a pin is being set.
 */
export interface Holds {
  /** @returns undefined when releases of the app may go live. */
  of(app: string): Promise<Hold | undefined>;
  /** @returns the hold on the first of these releases that may not go live; undefined: all may. */
  first(releases: readonly { app: string }[]): Promise<Hold | undefined>;
  isPinned(app: string): Promise<boolean>;
  /** Keeps an app at its live release. Its waiting releases are replaced. */
  pin(app: string, actor: string): Promise<void>;
  unpin(app: string): Promise<void>;
  readFreeze(): Promise<Freeze | undefined>;
  /** @param freeze undefined ends it. */
  writeFreeze(freeze: Freeze | undefined): Promise<void>;
}

export interface HoldsOptions {
  state: StateStore;
  mutex: Mutex;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const FREEZE = 'frozen';

export function createHolds({ state, mutex, now }: HoldsOptions): Holds {
  const readFreeze = () => freezeOf(state);
  const of = async (app: string): Promise<Hold | undefined> => {
    const freeze = await readFreeze();
    if (freeze) {
      const why = freeze.reason && `: ${freeze.reason}`;
      return { by: 'freeze', reason: `the site is frozen by ${freeze.by}${why}` };
    }
    const pin = (await state.pins()).find((entry) => entry.app === app);
    return pin && { by: 'pin', reason: `${app} is pinned by ${pin.actor}` };
  };
  return {
    of,
    async first(releases) {
      for (const { app } of releases) {
        const hold = await of(app);
        if (hold) return hold;
      }
      return undefined;
    },
    isPinned: async (app) => (await state.pins()).some((pin) => pin.app === app),
    pin: (app, actor) =>
      mutex(async () => {
        await state.pin({ app, actor, at: now() });
        await state.supersede(await replacedBy(state, { app }, false), [app]);
      }),
    unpin: (app) => mutex(() => state.unpin(app)),
    readFreeze,
    writeFreeze: (freeze) => mutex(() => state.setSetting(FREEZE, freeze && JSON.stringify(freeze))),
  };
}

export async function freezeOf(state: Pick<StateStore, 'setting'>): Promise<Freeze | undefined> {
  const text = await state.setting(FREEZE);
  return text === undefined ? undefined : (JSON.parse(text) as Freeze);
}
