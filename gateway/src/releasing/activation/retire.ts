import type { Change } from '@voltframe/kit/contract/operations/operations';
import { gatewayErrors } from '../../platform/errors.ts';
import type { ChangeParts } from './change-parts.ts';
import { liveDigest } from './live-releases.ts';

/**
 * Takes a remote off the site. Nothing of the others is rendered: what they state about each other decides.
 * @param now ms since the epoch.
 * @throws GW_APP_UNKNOWN, GW_SHELL_STAYS, or GW_RETIRE_REFUSED when another app needs it.
 */
export async function retire(parts: ChangeParts, app: string, actor: string, now: number): Promise<Change> {
  const { candidates, activation } = parts;
  await activation.catchUp();
  const from = liveDigest(parts, app);
  const base = candidates.base();
  const { [app]: gone, ...rest } = base.releases;
  if (gone?.kind === 'shell') throw gatewayErrors.SHELL_STAYS();
  const findings = candidates.check(rest, new Set());
  if (findings.length > 0)
    throw gatewayErrors.RETIRE_REFUSED({ app, reason: findings.map(({ reason }) => reason).join('; ') });
  const candidate = await candidates.prepare(rest);
  const entry = { at: now, actor, action: 'retire' as const, app, from, to: null, note: '' };
  const switched = await activation.activate({ candidate, replaces: base.id, history: [entry] });
  if (switched !== 'live') return retire(parts, app, actor, now);
  if (gone) await parts.forget(gone);
  return { message: `${app} is off the site`, composition: candidate.composition.id, from };
}
