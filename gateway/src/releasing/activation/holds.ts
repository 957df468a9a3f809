import { heldSetting, type ReleaseKey, type StateStore } from '../../platform/database/state-store.ts';
import { replacedBy } from './waiting.ts';
import type { Mutex } from '../../platform/processes/one-at-a-time.ts';

/** Nothing goes live while the site is frozen, except rollbacks. */
export interface Freeze {
  by: string;
  /** ms since the epoch. */
  at: number;
  reason: string;
}

/** What keeps an admitted release from going live. */
export interface Hold {
  by: 'pin' | 'freeze';
  reason: string;
}

/**
 * Pins of apps, and the freeze of the site: what is admitted meanwhile is held, and goes live when they end.
 * Writing acquires the mutex, so that nothing goes live beside a pin that is being set.
 */
export interface Holds {
  /** @returns undefined when the app's releases may go live. */
  of(app: string): Promise<Hold | undefined>;
  isPinned(app: string): Promise<boolean>;
  /** What waits of the app is replaced: it stays at what is live. */
  pin(app: string, actor: string): Promise<void>;
  unpin(app: string): Promise<void>;
  readFreeze(): Promise<Freeze | undefined>;
  /** @param freeze undefined ends it. */
  writeFreeze(freeze: Freeze | undefined): Promise<void>;
  /**
   * Remembers admitted releases for when the hold ends, in place of what waited of their apps.
   * @param isReplaced whether something newer was said of them meanwhile.
   * @returns false, remembering none, when it was, or nothing holds them any more.
   */
  markHeld(releases: readonly ReleaseKey[], isReplaced?: () => boolean): Promise<boolean>;
  /** Takes what nothing holds any more out of what is held. @returns app and digest of each. */
  letGo(apps: readonly string[]): Promise<{ app: string; digest: string }[]>;
}

export interface HoldsOptions {
  state: StateStore;
  mutex: Mutex;
  now: () => number;
}

const FREEZE = 'frozen';

export function createHolds({ state, mutex, now }: HoldsOptions): Holds {
  const readFreeze = () => freezeOf(state);
  const isPinned = async (app: string) => (await state.pins()).some((pin) => pin.app === app);
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
    isPinned,
    readFreeze,
    pin: (app, actor) =>
      mutex(async () => {
        await state.pin({ app, actor, at: now() });
        await state.supersede(await replacedBy(state, { app }, false), [app]);
      }),
    unpin: (app) => mutex(() => state.unpin(app)),
    writeFreeze: (freeze) => mutex(() => state.setSetting(FREEZE, freeze && JSON.stringify(freeze))),
    markHeld: (releases, isReplaced = () => false) =>
      mutex(async () => {
        if (isReplaced()) return false;
        const held = await Promise.all(releases.map(({ app }) => of(app)));
        if (held.every((hold) => hold === undefined)) return false;
        for (const { app, digest } of releases) {
          await state.supersede(await replacedBy(state, { app, digest }, true), [app]);
          await state.setReleaseState(app, digest, 'admitted', []);
          await state.setSetting(heldSetting(app), digest);
        }
        return true;
      }),
    letGo: (apps) =>
      mutex(async () => {
        const free: { app: string; digest: string }[] = [];
        for (const app of apps) {
          if (await of(app)) continue;
          const digest = await state.setting(heldSetting(app));
          if (digest === undefined) continue;
          await state.setSetting(heldSetting(app), undefined);
          free.push({ app, digest });
        }
        return free;
      }),
  };
}

/** @returns what holds the first of these that may not go live. */
export async function firstHold(
  holds: Pick<Holds, 'of'>,
  releases: readonly { app: string }[],
): Promise<Hold | undefined> {
  for (const { app } of releases) {
    const hold = await holds.of(app);
    if (hold) return hold;
  }
  return undefined;
}

export async function freezeOf(state: Pick<StateStore, 'setting'>): Promise<Freeze | undefined> {
  const text = await state.setting(FREEZE);
  return text === undefined ? undefined : (JSON.parse(text) as Freeze);
}
