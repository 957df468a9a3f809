import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { gatewayErrors } from '../../platform/errors.ts';
import type { ChangeParts } from './change-parts.ts';
import type { Deployer } from './deployer.ts';
import { liveDigest } from './live-releases.ts';
import { createRollbacks } from './rollbacks.ts';

/** Pins of apps and the freeze of the site: what they keep back goes live when they end. */
export interface Pins {
  /** @param digest of a release that becomes live first, or the start of it; undefined: the live one. */
  pin(app: string, digest: string | undefined, actor: string): Promise<Change | Verdict>;
  unpin(app: string, actor: string): Promise<Change>;
  freeze(reason: string, actor: string): Promise<Change>;
  unfreeze(actor: string): Promise<Change>;
}

export interface PinsOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  background(work: Promise<unknown>): void;
}

export function createPins(parts: ChangeParts, deployer: Deployer, { now, background }: PinsOptions): Pins {
  const { state, holds, candidates } = parts;
  const note = (actor: string, action: HistoryAction, app: string | null, text: string) =>
    state.addHistory({ at: now(), actor, action, app, from: null, to: null, note: text });
  const changed = (message: string): Change => {
    const { id } = candidates.base();
    return { message, ...(id !== null && { composition: id }) };
  };
  const letGo = async (apps: string[], actor: string): Promise<string> => {
    const decisions = await deployer.deployKept(() => holds.letGo(apps), actor);
    const live = [...decisions].filter(([, { outcome }]) => outcome === 'activated').map(([app]) => app);
    return live.length > 0 ? `; what waited is live: ${live.join(', ')}` : '';
  };
  const rollbacks = createRollbacks(parts, deployer, background);
  return {
    async pin(app, digest, actor) {
      const current = liveDigest(parts, app);
      if (digest !== undefined && !current.startsWith(digest)) {
        const result = await rollbacks.rollback(app, digest, actor);
        if ('accepted' in result) return result;
      }
      await holds.pin(app, actor);
      const at = liveDigest(parts, app).slice(0, 12);
      await note(actor, 'pin', app, `at ${at}`);
      return changed(`${app} is pinned at ${at}; newer releases wait`);
    },
    async unpin(app, actor) {
      if (!(await holds.isPinned(app))) throw gatewayErrors.NOT_PINNED({ app });
      await holds.unpin(app);
      await note(actor, 'unpin', app, '');
      return changed(`${app} is not pinned any more${await letGo([app], actor)}`);
    },
    async freeze(reason, actor) {
      await holds.writeFreeze({ by: actor, at: now(), reason });
      await note(actor, 'freeze', null, reason);
      return changed('the site is frozen; releases are admitted and wait');
    },
    async unfreeze(actor) {
      if (!(await holds.readFreeze())) throw gatewayErrors.NOT_FROZEN();
      await holds.writeFreeze(undefined);
      await note(actor, 'unfreeze', null, '');
      const held = await state.held();
      const apps = held.map(({ app }) => app);
      return changed(`the site is not frozen any more${await letGo(apps, actor)}`);
    },
  };
}
