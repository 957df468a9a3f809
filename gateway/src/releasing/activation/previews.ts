import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { PreviewQuota } from './preview-quota.ts';
import type { SignedValues } from '../../platform/secrets/signed-values.ts';
import type { StateStore } from '../../platform/database/state-store.ts';
import { PREVIEW_PATH } from '../../serving/http/open-preview.ts';
import type { Site } from '../../serving/compositions/site.ts';

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
