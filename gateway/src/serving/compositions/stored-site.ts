import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Release } from '@voltframe/kit/contract/release/release';

export interface StoredComposition {
  composition: Composition;
  /** ms since the epoch; 0 = kept for a preview, it was never live. */
  activatedAt: number;
  /** null = live. */
  leasedUntil: number | null;
}

/** The stored compositions and releases that the site reads. The state store of `releasing/` has them. */
export interface StoredSite {
  /** @param now ms since the epoch. @returns the ids of the live and leased compositions, newest first. */
  servableIds(now: number): Promise<string[]>;
  composition(id: string): Promise<StoredComposition | undefined>;
  release(app: string, digest: string): Promise<{ release: Release; identity?: ReleaseIdentity } | undefined>;
}
