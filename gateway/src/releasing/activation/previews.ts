import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import type { StateStore } from '../../platform/database/state-store.ts';
import { megabytes, waitingTime } from '../../platform/runtime/in-words.ts';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';
import type { SignedValues } from '../../platform/secrets/signed-values.ts';
import type { Site } from '../../serving/compositions/site.ts';
import { PREVIEW_PATH } from '../../serving/compositions/previews.ts';
import type { KeptPreview, QuotaStore } from '../releases/release-quota.ts';

export interface PreviewOptions {
  site: Pick<Site, 'live' | 'refreshLeases'>;
  state: Pick<StateStore, 'keepPreview'>;
  quotas: Pick<QuotaStore, 'previews' | 'keepPreview'>;
  signed: Pick<SignedValues, 'sign'>;
  /** Of one app: how many previews, and their bytes together. */
  limits: { previews: number; previewBytes: number };
  /** How long an address works, in milliseconds. */
  leaseMs: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export type Previews = ReturnType<typeof createPreviews>;

/** Stores candidates that people look at before they are live, and signs their addresses. */
export function createPreviews(options: PreviewOptions) {
  const { site, state, quotas, signed, limits, leaseMs, now } = options;
  /** @param until when it ends, milliseconds since the epoch. @returns the signed address of a stored candidate. */
  const addressOf = ({ id, site: { url } }: Composition, until: number) =>
    `${url.replace(/\/+$/, '')}${PREVIEW_PATH}/${signed.sign(id, until)}`;

  /** @returns bytes of the files that the live release of the app does not have. */
  const ownBytes = ({ app, files }: Release): number => {
    const live = new Set(Object.values(site.live()?.releases[app]?.files ?? {}).map(({ sha256 }) => sha256));
    const own = new Map(Object.values(files).map(({ sha256, bytes }) => [sha256, bytes]));
    return [...own].reduce((sum, [name, bytes]) => sum + (live.has(name) ? 0 : bytes), 0);
  };

  /** @param stored previews of the app; the one that ends first is first. */
  const assertFits = (app: string, stored: KeptPreview[], bytes: number): void => {
    const facts = { app, bytes: megabytes(bytes), limit: megabytes(limits.previewBytes) };
    if (bytes > limits.previewBytes) throw quotaErrors.PREVIEW(facts);
    if (stored.length >= limits.previews) {
      const wait = stored[stored.length - limits.previews]!.until - now();
      const error = quotaErrors.PREVIEWS({ app, limit: limits.previews, wait: waitingTime(wait) });
      throw withRetryAfter(error, wait);
    }
    const used = stored.reduce((sum, preview) => sum + preview.bytes, 0);
    if (used + bytes <= limits.previewBytes) return;
    const wait = endOf(stored, used + bytes - limits.previewBytes) - now();
    const error = quotaErrors.PREVIEW_BYTES({ ...facts, used: megabytes(used), wait: waitingTime(wait) });
    throw withRetryAfter(error, wait);
  };

  return {
    addressOf,
    /**
     * Called before anything of the candidate is rendered.
     * @throws QUOTA_PREVIEWS, QUOTA_PREVIEW_BYTES, QUOTA_PREVIEW when the apps of these releases have too many previews
     *   already.
     */
    async assertRoom(releases: Release[]): Promise<void> {
      for (const release of releases) {
        const others = (await quotas.previews(release.app)).filter(({ digest }) => digest !== release.digest);
        assertFits(release.app, others, ownBytes(release));
      }
    },
    /**
     * Stores a candidate with these releases.
     * @returns its address, and until when it works (milliseconds since the epoch).
     */
    async keep(composition: Composition, releases: Release[]) {
      const until = now() + leaseMs;
      for (const release of releases)
        await quotas.keepPreview(release.app, { digest: release.digest, bytes: ownBytes(release), until });
      await state.keepPreview(composition, until);
      await site.refreshLeases(); // from now on requests for its files are answered
      return { url: addressOf(composition, until), until };
    },
  };
}

/** @returns when so many bytes of previews have ended. */
function endOf(stored: KeptPreview[], bytes: number): number {
  let left = bytes;
  return (stored.find((preview) => (left -= preview.bytes) <= 0) ?? stored.at(-1)!).until;
}
