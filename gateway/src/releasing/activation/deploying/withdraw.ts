import type { Change } from '@voltframe/kit/contract/operations/operations';
import { gatewayErrors } from '../../../platform/errors.ts';
import { heldSetting } from '../../../platform/database/held-setting.ts';
import type { ReleaseKey } from '../../../platform/database/state-store.ts';
import type { ChangeParts } from '../change-parts.ts';
import type { Mutex } from '../../../platform/processes/one-at-a-time.ts';
import { replacedBy } from './waiting.ts';

/**
 * Takes back what waits of an app, for another app or for a hold to end; what is being checked gives way too.
 * @param now ms since the epoch.
 * @throws GW_NOTHING_WAITS
 */
export function withdraw(
  { state, decisions, candidates, mutex }: ChangeParts & { mutex: Mutex },
  app: string,
  actor: string,
  now: number,
): Promise<Change> {
  return mutex(async () => {
    decisions.record(app, 'withdraw');
    const waiting: ReleaseKey[] = await replacedBy(state, { app }, false);
    const held = await state.setting(heldSetting(app));
    if (held !== undefined) waiting.push({ app, digest: held });
    if (waiting.length === 0) throw gatewayErrors.NOTHING_WAITS({ app });
    await state.supersede([], [app]);
    const { id, releases } = candidates.base();
    for (const { digest } of waiting) {
      await state.setReleaseState(app, digest, 'withdrawn', []);
      const from = releases[app]?.digest ?? null;
      await state.addHistory({ at: now, actor, action: 'withdraw', app, from, to: digest, note: '' });
    }
    const names = waiting.map(({ digest }) => digest.slice(0, 12)).join(', ');
    return {
      message: `${app} ${names} is taken back; it goes live only when it is published again`,
      ...(id !== null && { composition: id }),
    };
  });
}
