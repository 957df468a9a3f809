import type { StateStore } from '../../platform/database/state-store.ts';
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
export type OpenPreview = NonNullable<Awaited<ReturnType<PreviewReader>>>;

export type PreviewReader = ReturnType<typeof createPreviewReader>;

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
  state: Pick<StateStore, 'release'>;
  /** Reads the id of a preview from a signed token, and when the token ends. */
  signed: { read(token: unknown): { value: string; until: number } | undefined };
  /** @returns undefined when the preview has ended. @throws GW_PREVIEW_UNFIT */
  current(id: string): Promise<CurrentPreview | undefined>;
  /** ms since the epoch. */
  now: () => number;
}

export function createPreviewReader({ site, state, signed, current, now }: PreviewReaderOptions) {
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
      /** The previewed apps. */
      apps: preview.apps,
      /** @returns the releases that are not live. Reads the database, so it is called for pages, not for files. */
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
      /** Time since it was made, in milliseconds. */
      ageMs: now() - preview.madeAt,
      /** When the address ends, ms since the epoch. */
      until: read.until,
      /** Time until then, in milliseconds. */
      leftMs: read.until - now(),
    };
  };
}
