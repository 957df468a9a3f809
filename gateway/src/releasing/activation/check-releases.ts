import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ChangeParts } from './change-parts.ts';
import { byApp } from './deployer.ts';
import { verdictOfChecks } from './decision.ts';
import type { Previews } from './previews.ts';

/** Runs all checks on releases beside the live ones; nothing goes live. @returns the candidate when they passed. */
export async function checkReleases(
  { activation, candidates }: ChangeParts,
  releases: Release[],
): Promise<{ verdict: Verdict; composition: Composition | undefined }> {
  await activation.catchUp();
  const set = byApp(releases);
  const all = { ...candidates.base().releases, ...set };
  const { candidate, ...found } = await candidates.admit(all, new Set(Object.keys(set)));
  if (candidate) candidates.discard(candidate);
  const composition = candidate?.composition;
  return { verdict: verdictOfChecks(releases, found, composition?.id ?? null), composition };
}

/** Keeps a candidate that passed, and says where it can be looked at. */
export async function previewReleases(
  parts: ChangeParts & { previews: Pick<Previews, 'assertRoom' | 'keep'>; now: () => number },
  releases: Release[],
  actor: string,
): Promise<Verdict> {
  const { state, activation, previews, measurements, now } = parts;
  await previews.assertRoom(releases);
  const { verdict, composition } = await checkReleases(parts, releases);
  if (!composition) return verdict;
  for (const release of releases) {
    const known = await state.release(release.app, release.digest);
    if (!known) await state.saveRelease(release, 'push', now());
  }
  const { url, until } = await previews.keep(composition, releases);
  await measurements.keep(verdict.measured ?? []);
  for (const entry of activation.historyOf(releases, actor, 'preview')) await state.addHistory(entry);
  return { ...verdict, previewUrl: url, previewUntil: until };
}
