import type { StateStore } from '../stores/state-store.ts';

const MAX_ENTRIES = 200;

/** @returns when a release became live the last time, ms since the epoch, by the history; undefined = it never did. */
export async function liveSince(
  state: Pick<StateStore, 'history'>,
  app: string,
  digest: string,
): Promise<number | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  return entries.find(({ to, action }) => to === digest && /^(activate|rollback|fallback)$/.test(action))?.at;
}
