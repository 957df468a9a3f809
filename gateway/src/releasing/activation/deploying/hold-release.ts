import { type Finding, triedAgain } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ChangeParts } from '../change-parts.ts';
import { byApp } from './attempt.ts';
import { appsWaitedFor, type Decision } from './decision.ts';
import type { Deployment } from './deployment.ts';
import type { Hold } from '../holds.ts';

/** Records that releases do not go live, and why. What only lacks another app's version waits for it. */
export async function refuse(
  { state, activation, candidates, waiting }: ChangeParts,
  releases: Release[],
  { actor, action = 'activate', replaced }: Pick<Deployment, 'actor' | 'action' | 'replaced'>,
  findings: Finding[],
): Promise<Decision> {
  const goesBack = action !== 'activate';
  // What goes back was live before: it is kept as it is, and goes live again only when somebody says so.
  const mayWait = goesBack ? undefined : appsWaitedFor(findings);
  const waits = mayWait && (await waiting.mark(releases, findings, () => Boolean(replaced?.().length)));
  const waitsFor = waits ? mayWait : undefined;
  for (const { app, digest } of goesBack || waits ? [] : releases)
    await state.setReleaseState(app, digest, 'refused', findings);
  const reasons = findings.map(({ code, reason }) => `${code}: ${reason}`);
  const note = [...reasons, ...(waitsFor ? [triedAgain(waitsFor)] : [])].join('\n');
  for (const entry of activation.historyOf(releases, actor, 'refuse', note)) await state.addHistory(entry);
  return { outcome: 'refused', composition: candidates.base().id, findings, ...(waitsFor && { waitsFor }) };
}

/**
 * Admits releases without activating them: they go live when the pin or the freeze ends.
 * @returns undefined when it ended meanwhile: they are free to go live.
 */
export async function holdReleases(
  parts: ChangeParts,
  releases: Release[],
  deployment: Pick<Deployment, 'actor' | 'replaced'>,
  hold: Hold,
): Promise<Decision | undefined> {
  const { candidates, holds, activation, state, measurements } = parts;
  const { id, releases: live } = candidates.base();
  const set = byApp(releases);
  const { findings, warnings, measured, candidate } = await candidates.admit(
    { ...live, ...set },
    new Set(Object.keys(set)),
  );
  if (candidate) candidates.discard(candidate);
  if (findings.length > 0) return refuse(parts, releases, deployment, findings);
  const isReplaced = () => Boolean(deployment.replaced?.().length);
  if (!(await holds.markHeld(releases, isReplaced))) return undefined;
  for (const entry of activation.historyOf(releases, deployment.actor, 'admit', hold.reason))
    await state.addHistory(entry);
  await measurements.keep(measured ?? []);
  const found = { findings: [], warnings, ...(measured && { measured }) };
  return { outcome: 'held', composition: id, ...found, held: hold };
}
