import type { StoredSite } from './stored-site.ts';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { ServedComposition } from './served-composition.ts';
import type { Site } from './site.ts';

/** Start of the addresses of previews. */
export const PREVIEW_PATH = '/-/preview';
/** Part of the name of each cookie of previews. */
export const PREVIEW_COOKIE = 'preview';

/**
 * @param url address of the host of previews.
 * @returns the name of the cookie whose value is the token of a preview. Over https scripts cannot set it: browsers
 *   take the prefix from responses only.
 */
export function previewCookie(url: string): string {
  return url.startsWith('https:') ? `__Host-Http-${PREVIEW_COOKIE}` : PREVIEW_COOKIE;
}

/** A candidate composition that a visitor looks at. */
export interface OpenPreview {
  served: ServedComposition;
  /** The previewed apps. */
  apps: string[];
  /** @returns the releases that are not live. Reads the database, so it is called for pages, not for files. */
  differs(): Promise<{ app: string; digest: string; identity?: ReleaseIdentity }[]>;
  /** Time since it was made, in milliseconds. */
  ageMs: number;
  /** When the address ends, ms since the epoch. */
  until: number;
  /** Time until then, in milliseconds. */
  leftMs: number;
}

/**
 * Finds the preview of a visitor.
 * @param token the end of the address.
 * @returns undefined when it is forged, expired or no longer stored. @throws GW_PREVIEW_UNFIT
 */
export type PreviewReader = (token: string | undefined) => Promise<OpenPreview | undefined>;

/** A preview and the current live site. */
export interface CurrentPreview {
  /** Id of the composition. */
  composition: string;
  /** The previewed apps. */
  apps: string[];
  /** Ms since the epoch, as `until`. */
  madeAt: number;
  until: number;
}

export interface PreviewReaderOptions {
  site: Site;
  state: Pick<StoredSite, 'release'>;
  /** Reads the id of a preview from a signed token, and when the token ends. */
  signed: { read(token: unknown): { value: string; until: number } | undefined };
  /** @returns undefined when the preview has ended. @throws GW_PREVIEW_UNFIT */
  current(id: string): Promise<CurrentPreview | undefined>;
  /** ms since the epoch. */
  now: () => number;
}

export function createPreviewReader({
  site,
  state,
  signed,
  current,
  now,
}: PreviewReaderOptions): PreviewReader {
  /**
   * @param token the end of the address.
   * @returns undefined when it is forged, expired or no longer stored. @throws GW_PREVIEW_UNFIT
   */
  return async (token: string | undefined) => {
    const read = signed.read(token);
    if (!read) return undefined;
    const preview = await current(read.value);
    const served = preview && (await site.select(preview.composition).catch(() => undefined));
    if (!served) return undefined;
    return {
      served,
      apps: preview.apps,
      differs: () => {
        const live = site.live()?.composition.apps;
        const others = Object.entries(served.composition.apps).filter(
          ([app, digest]) => live?.[app] !== digest,
        );
        return Promise.all(
          others.map(async ([app, digest]) => {
            // Without the database the digest alone names the release.
            const identity = (await state.release(app, digest).catch(() => undefined))?.identity;
            return { app, digest, ...(identity && { identity }) };
          }),
        );
      },
      ageMs: now() - preview.madeAt,
      until: read.until,
      leftMs: read.until - now(),
    };
  };
}
