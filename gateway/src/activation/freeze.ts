import type { StateStore } from '../stores/state-store.ts';

/** Nothing goes live while the site is frozen, except rollbacks. */
export interface Freeze {
  by: string;
  /** ms since the epoch. */
  at: number;
  reason: string;
}

const SETTING = 'frozen';

export async function readFreeze(state: StateStore): Promise<Freeze | undefined> {
  const text = await state.setting(SETTING);
  return text === undefined ? undefined : (JSON.parse(text) as Freeze);
}

export async function writeFreeze(state: StateStore, freeze: Freeze | undefined): Promise<void> {
  await state.setSetting(SETTING, freeze && JSON.stringify(freeze));
}
