import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { ServedComposition } from './served-composition.ts';
import type { Site } from './site.ts';

/** Start of the addresses of previews. */
export const PREVIEW_PATH = '/-/preview';
/** Name of the cookie whose value is the token of a preview. */
export const PREVIEW_COOKIE = 'preview';

/** A candidate composition that a visitor looks at. */
export type OpenPreview = NonNullable<Awaited<ReturnType<PreviewReader>>>;

interface PreviewedRelease {
  app: string;
  digest: string;
  identity?: ReleaseIdentity | undefined;
}

export type PreviewReader = ReturnType<typeof createPreviewReader>;

interface PreviewReaderOptions {
  site: Site;
  state: Pick<StateStore, 'release'>;
  /** Reads the id of a composition from a signed token, and when the token ends. */
  signed: { read(token: unknown): { value: string; until: number } | undefined };
  /** How long an address works, in milliseconds. */
  leaseMs: number;
  /** ms since the epoch. */
  now: () => number;
}

export function createPreviewReader({ site, state, signed, leaseMs, now }: PreviewReaderOptions) {
  /** @param token the end of the address. @returns undefined when it is forged, expired or no longer stored. */
  return async (token: string | undefined) => {
    const read = signed.read(token);
    const served = read && (await site.select(read.value).catch(() => undefined));
    if (!served) return undefined;
    return {
      served,
      /** @returns the releases that are not the live ones. Reads the database: for a page, not for each of its files. */
      differs: () => differences(served, site.live(), state),
      /** Time since the candidate was stored, in milliseconds. */
      ageMs: leaseMs - (read.until - now()),
      /** When the address ends, ms since the epoch. */
      until: read.until,
    };
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
      // Without the database the digest alone names the release.
      const identity = (await state.release(app, digest).catch(() => undefined))?.identity;
      return { app, digest, ...(identity && { identity }) };
    }),
  );
}
