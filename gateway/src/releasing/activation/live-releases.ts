import { didYouMean } from '@voltframe/kit/contract/closest';
import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import { liveSince } from '../../observing/events/events.ts';
import type { ReleaseHead, StoredRelease } from '../state/release-store.ts';
import type { StateStore } from '../state/state-store.ts';
import { releasingErrors } from '../releasing-errors.ts';
import type { Releases } from '../admission/candidate.ts';

/** @param live digest of the app's live release. @returns a stored release as the operations API shows it. */
export function summaryOf(
  { app, digest, state, source, receivedAt, identity, rolledBackAt, findings }: ReleaseHead,
  live: string | undefined,
): ReleaseSummary {
  return {
    app,
    digest,
    state,
    live: digest === live,
    source,
    receivedAt,
    ...(identity && { identity }),
    rolledBackAt,
    checks: findings,
  };
}

const MAX_RELEASES = 500;

/** @param releases that are live. @throws GW_APP_UNKNOWN when none is of the app. */
export function liveDigest(releases: Releases, app: string): string {
  if (!Object.hasOwn(releases, app))
    throw releasingErrors.APP_UNKNOWN({ app, meant: didYouMean(app, Object.keys(releases)) });
  return releases[app]!.digest;
}

/**
 * Whether an app can go back to a release that was live. Later the release may have been published again and replaced
 * or withdrawn while it waited; it must not have been refused.
 */
export function staysGood({ state }: Pick<ReleaseHead, 'state'>): boolean {
  return state !== 'refused' && state !== 'received';
}

/**
 * A stored release.
 * @param start the digest, or at least 6 of its first digits.
 * @param which `live`: only one that is admitted, or was live.
 * @throws GW_RELEASE_KEPT, or GW_RELEASE_UNKNOWN for `live`, when there is none. GW_RELEASE_AMBIGUOUS when there are
 *   several.
 */
export async function findRelease(
  state: StateStore,
  app: string,
  start: string,
  which: 'any' | 'live',
): Promise<StoredRelease> {
  const isMeant = async (head: ReleaseHead): Promise<boolean> =>
    which === 'any' ||
    (staysGood(head) &&
      (head.state === 'admitted' || (await liveSince(state, app, head.digest)) !== undefined));
  const matches: ReleaseHead[] = [];
  if (/^[0-9a-f]{6,64}$/.test(start))
    for (const head of await state.releases({ app, limit: MAX_RELEASES }))
      if (head.digest.startsWith(start) && (await isMeant(head))) matches.push(head);
  const stored = matches.length === 1 ? await state.release(app, matches[0]!.digest) : undefined;
  if (stored) return stored;
  const facts = { app, release: start.slice(0, 64) };
  if (matches.length > 1)
    throw releasingErrors.RELEASE_AMBIGUOUS({
      ...facts,
      fitting: matches.map(({ digest }) => digest.slice(0, 12)).join(', '),
    });
  throw which === 'any' ? releasingErrors.RELEASE_KEPT(facts) : releasingErrors.RELEASE_UNKNOWN(facts);
}
