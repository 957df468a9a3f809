import type { StateStore } from '../../platform/database/state-store.ts';

/** A pin or a freeze. Releases that are admitted during it wait, and go live when it ends. */
export interface Hold {
  by: 'pin' | 'freeze';
  reason: string;
}

/** While the site is frozen nothing goes live, except rollbacks. */
export interface Freeze {
  by: string;
  /** Milliseconds since the epoch. */
  at: number;
  reason: string;
}

const FREEZE = 'frozen';

/** @returns the hold on the first of these apps that may not change; undefined: all may change. */
export async function holdOn(
  state: Pick<StateStore, 'setting' | 'pins'>,
  apps: readonly string[],
): Promise<Hold | undefined> {
  const freeze = await freezeOf(state);
  if (freeze && apps.length > 0) {
    const why = freeze.reason && `: ${freeze.reason}`;
    return { by: 'freeze', reason: `the site is frozen by ${freeze.by}${why}` };
  }
  const pin = (await state.pins()).find(({ app }) => apps.includes(app));
  return pin && { by: 'pin', reason: `${pin.app} is pinned by ${pin.actor}` };
}

export async function isPinned(state: Pick<StateStore, 'pins'>, app: string): Promise<boolean> {
  return (await state.pins()).some((pin) => pin.app === app);
}

export async function freezeOf(state: Pick<StateStore, 'setting'>): Promise<Freeze | undefined> {
  const text = await state.setting(FREEZE);
  return text === undefined ? undefined : (JSON.parse(text) as Freeze);
}

/** @param freeze undefined ends it. */
export function setFreeze(state: Pick<StateStore, 'setSetting'>, freeze: Freeze | undefined): Promise<void> {
  return state.setSetting(FREEZE, freeze && JSON.stringify(freeze));
}
