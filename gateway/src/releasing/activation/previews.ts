import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { PreviewQuota } from './preview-quota.ts';
import type { SignedValues } from '../../platform/secrets/signed-values.ts';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';

/** A look at a candidate before it is live: a composition that is kept, and a signed address that leads to it. */
export interface Previews {
  /** @throws when the apps of these releases have too many previews already. */
  assertRoom(releases: Release[]): Promise<void>;
  /** Keeps a candidate with these releases. @returns its address, and until when it works (ms since the epoch). */
  keep(composition: Composition, releases: Release[]): Promise<{ url: string; until: number }>;
  /** @param until when it ends, ms since the epoch. @returns the signed address of a candidate that is kept. */
  addressOf(composition: Composition, until: number): string;
  /** @param token the end of the address. @returns undefined when it is forged, expired or no longer kept. */
  open(token: string | undefined): Promise<OpenPreview | undefined>;
}

export interface OpenPreview {
  served: ServedComposition;
  /** @returns the releases that are not the live ones. Asks the database: for a page, not for each of its files. */
  differs(): Promise<PreviewedRelease[]>;
  /** Since the candidate was kept, in milliseconds. */
  ageMs: number;
  /** When the address ends, ms since the epoch. */
  until: number;
}

export interface PreviewedRelease {
  app: string;
  digest: string;
  identity?: ReleaseIdentity | undefined;
}

export interface PreviewOptions {
  site: Site;
  state: StateStore;
  signed: SignedValues;
  quota: PreviewQuota;
  /** How long an address works, in milliseconds. */
  leaseMs: number;
  now: () => number;
}

export const PREVIEW_PATH = '/-/preview';

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
    async open(token) {
      const read = signed.read(token);
      const served = read && (await site.select(read.value).catch(() => undefined));
      if (!served) return undefined;
      return {
        served,
        differs: () => differences(served, site.live(), state),
        ageMs: leaseMs - (read.until - now()),
        until: read.until,
      };
    },
  };
}

function differences(
  { composition }: ServedComposition,
  live: ServedComposition | undefined,
  state: Pick<StateStore, 'release'>,
): Promise<PreviewedRelease[]> {
  const others = Object.entries(composition.apps).filter(
    ([app, digest]) => live?.composition.apps[app] !== digest,
  );
  return Promise.all(
    others.map(async ([app, digest]) => {
      // While the database is away the digest says it.
      const identity = (await state.release(app, digest).catch(() => undefined))?.identity;
      return { app, digest, ...(identity && { identity }) };
    }),
  );
}
