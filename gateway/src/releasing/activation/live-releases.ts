import { didYouMean } from '@voltframe/kit/contract/closest';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import { gatewayErrors } from '../../platform/errors.ts';
import type { ReleaseHead, StateStore, StoredRelease } from '../../platform/database/state-store.ts';
import type { Candidates } from './candidates.ts';

/** What is told of a kept release. @param live digest of the app's live one. */
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

const MAX_ENTRIES = 200;
const MAX_RELEASES = 500;

/** @returns whether an entry of the history says that its release became live. */
export function wentLive({ action }: HistoryEntry): boolean {
  return action === 'activate' || action === 'rollback' || action === 'fallback';
}

/** @returns when a release became live the last time, ms since the epoch, by the history; undefined = it never did. */
export async function liveSince(
  state: Pick<StateStore, 'history'>,
  app: string,
  digest: string,
): Promise<number | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  return entries.find((entry) => entry.to === digest && wentLive(entry))?.at;
}

/** @returns digest of the release that it replaced when it became live the last time; undefined = none did, or it never was. */
export async function liveBefore(
  state: Pick<StateStore, 'history'>,
  app: string,
  digest: string,
): Promise<string | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  const own = entries.find((entry) => entry.to === digest && entry.from !== digest && wentLive(entry));
  return own?.from ?? undefined;
}

/** @throws GW_APP_UNKNOWN when no release of the app is live. */
export function liveDigest({ candidates }: { candidates: Candidates }, app: string): string {
  const { releases } = candidates.base();
  const digest = Object.hasOwn(releases, app) ? releases[app]?.digest : undefined;
  if (digest === undefined)
    throw gatewayErrors.APP_UNKNOWN({ app, meant: didYouMean(app, Object.keys(releases)) });
  return digest;
}

/**
 * A release that is kept, whatever became of it.
 * @param start the digest, or at least 6 of its first digits.
 * @throws GW_RELEASE_KEPT when there is none, or several.
 */
export async function findKept(state: StateStore, app: string, start: string): Promise<StoredRelease> {
  const all = /^[0-9a-f]{6,64}$/.test(start) ? await state.releases({ app, limit: MAX_RELEASES }) : [];
  const found = all.filter(({ digest }) => digest.startsWith(start));
  const stored = found.length === 1 ? await state.release(app, found[0]!.digest) : undefined;
  if (!stored) throw gatewayErrors.RELEASE_KEPT({ app, release: start.slice(0, 64) });
  return stored;
}

/**
 * Whether an app can go back to a release that was live. That it was sent again since, waited, and was replaced or taken back
 * says nothing against it; that it was refused does.
 */
export function staysGood({ state }: Pick<ReleaseHead, 'state'>): boolean {
  return state !== 'refused' && state !== 'received';
}

/**
 * A release by its digest that is admitted, or was live.
 * @param start the digest, or at least 6 of its first digits.
 * @throws GW_RELEASE_UNKNOWN when there is none, or several.
 */
export async function findRelease(state: StateStore, app: string, start: string): Promise<StoredRelease> {
  if (!/^[0-9a-f]{6,64}$/.test(start))
    throw gatewayErrors.RELEASE_UNKNOWN({ app, release: start.slice(0, 64) });
  const all = await state.releases({ app, limit: MAX_RELEASES });
  const named = all.filter((head) => staysGood(head) && head.digest.startsWith(start));
  const isThere = await Promise.all(
    named.map(
      async ({ digest, state: kept }) =>
        kept === 'admitted' || (await liveSince(state, app, digest)) !== undefined,
    ),
  );
  const found = named.filter((_, index) => isThere[index]);
  const stored = found.length === 1 ? await state.release(app, found[0]!.digest) : undefined;
  if (!stored) throw gatewayErrors.RELEASE_UNKNOWN({ app, release: start });
  return stored;
}
