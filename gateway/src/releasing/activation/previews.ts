import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { SignedValues } from '../../platform/secrets/signed-values.ts';
import type { StateStore } from '../../platform/database/state-store.ts';
import { PREVIEW_PATH } from '../../serving/compositions/previews.ts';
import type { Site } from '../../serving/compositions/site.ts';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import type { KeptPreview, QuotaStore } from '../releases/release-quota.ts';
import { megabytes, waitingTime } from '../../platform/limits/in-words.ts';
import { withRetryAfter } from '../../platform/limits/retry-after.ts';

/** Stores candidates for a look before they are live, and signs their addresses. */
export interface Previews {
  /** @throws when the apps of these releases have too many previews already. */
  assertRoom(releases: Release[]): Promise<void>;
  /** Keeps a candidate with these releases. @returns its address, and until when it works (ms since the epoch). */
  keep(composition: Composition, releases: Release[]): Promise<{ url: string; until: number }>;
  /** @param until when it ends, ms since the epoch. @returns the signed address of a candidate that is kept. */
  addressOf(composition: Composition, until: number): string;
}

export interface PreviewOptions {
  site: Site;
  state: Pick<StateStore, 'keepPreview'>;
  signed: SignedValues;
  quota: PreviewQuota;
  /** How long an address works, in milliseconds. */
  leaseMs: number;
  now: () => number;
}

export function createPreviews({ site, state, signed, quota, leaseMs, now }: PreviewOptions): Previews {
  const addressOf: Previews['addressOf'] = ({ id, site: { url } }, until) =>
    `${url.replace(/\/+$/, '')}${PREVIEW_PATH}/${signed.sign(id, until)}`;
  return {
    addressOf,
    assertRoom: quota.assertRoom,
    async keep(composition, releases) {
      const until = now() + leaseMs;
      await quota.keep(releases, until);
      await state.keepPreview(composition, until);
      await site.refreshLeases(); // its files are answered from now on
      return { url: addressOf(composition, until), until };
    },
  };
}

/** How many candidates of an app can be looked at, and what they may hold together. */
export interface PreviewQuota {
  /** Before anything of it is rendered. @throws QUOTA_PREVIEWS, QUOTA_PREVIEW_BYTES, QUOTA_PREVIEW */
  assertRoom(releases: Release[]): Promise<void>;
  /** @param until ms since the epoch. */
  keep(releases: Release[], until: number): Promise<void>;
}

export interface PreviewQuotaOptions {
  quotas: Pick<QuotaStore, 'previews' | 'keepPreview'>;
  /** The live release of an app: what it has is no candidate's. */
  live(app: string): Release | undefined;
  limits: { previews: number; previewBytes: number };
  now: () => number;
}

export function createPreviewQuota(options: PreviewQuotaOptions): PreviewQuota {
  const { quotas, live } = options;
  return {
    async assertRoom(releases) {
      for (const release of releases) {
        const kept = await quotas.previews(release.app);
        const others = kept.filter(({ digest }) => digest !== release.digest);
        assertFits(options, release.app, others, ownBytes(release, live(release.app)));
      }
    },
    async keep(releases, until) {
      for (const release of releases) {
        const { app, digest } = release;
        await quotas.keepPreview(app, { digest, bytes: ownBytes(release, live(app)), until });
      }
    },
  };
}

/** @param kept the one that ends first is first. */
function assertFits(
  { limits: { previews, previewBytes }, now }: PreviewQuotaOptions,
  app: string,
  kept: KeptPreview[],
  bytes: number,
): void {
  const told = { app, bytes: megabytes(bytes), limit: megabytes(previewBytes) };
  if (bytes > previewBytes) throw quotaErrors.PREVIEW(told);
  if (kept.length >= previews) {
    const wait = kept[kept.length - previews]!.until - now();
    throw withRetryAfter(quotaErrors.PREVIEWS({ app, limit: previews, wait: waitingTime(wait) }), wait);
  }
  const used = kept.reduce((sum, preview) => sum + preview.bytes, 0);
  if (used + bytes <= previewBytes) return;
  const wait = roomAt(kept, used + bytes - previewBytes) - now();
  throw withRetryAfter(
    quotaErrors.PREVIEW_BYTES({ ...told, used: megabytes(used), wait: waitingTime(wait) }),
    wait,
  );
}

/** @returns when so many bytes have ended. */
function roomAt(kept: KeptPreview[], bytes: number): number {
  let left = bytes;
  return (kept.find((preview) => (left -= preview.bytes) <= 0) ?? kept.at(-1)!).until;
}

function ownBytes({ files }: Release, live: Release | undefined): number {
  const known = new Set(Object.values(live?.files ?? {}).map(({ sha256 }) => sha256));
  const own = new Map(Object.values(files).map(({ sha256, bytes }) => [sha256, bytes]));
  return [...own].reduce((sum, [name, bytes]) => sum + (known.has(name) ? 0 : bytes), 0);
}
