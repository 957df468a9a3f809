import type { Release } from '@voltframe/kit/contract/release/release';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { hasOnePage } from '../../serving/compositions/client-tables.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { isNoAnswer } from '../../platform/upstream-errors.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

/** What browsers say of the live site. */
export interface Suspicion {
  /** The app whose release is accused: the one that failed, or the shell it runs in. */
  app: string;
  /** Digest of that release. */
  release: string;
  /** The app that failed. */
  reported: string;
}

export interface Look {
  blobs: Pick<BlobStore, 'get'>;
  /** Hydrates some pages of an app. @returns what is wrong with them. */
  inBrowser(served: ServedComposition, which: { app: string; most: number }): Promise<string[]>;
}

/** More would cost those who have done nothing. */
const MOST_PAGES = 3;

/**
 * Looks for itself at what browsers report: anyone can send a report, and nothing happens on their word alone.
 * @returns what is wrong: client files that are not whole in the store, pages that do not render any more, or
 *   that fail when they hydrate. Empty: nothing is.
 */
export async function confirmFailure(
  served: ServedComposition,
  { app, reported }: Suspicion,
  { blobs, inBrowser }: Look,
): Promise<string[]> {
  const releases = [...new Set([app, reported])].flatMap((name) => served.releases[name] ?? []);
  const damaged = [];
  for (const release of releases) damaged.push(...(await damagedFiles(release, blobs)));
  const found = [...damaged, ...(await failingPages(served, reported))];
  // What is not whole or does not render fails in the browser for that reason.
  return found.length > 0 ? found : inBrowser(served, { app: reported, most: MOST_PAGES });
}

async function damagedFiles({ app, files }: Release, blobs: Pick<BlobStore, 'get'>): Promise<string[]> {
  const damaged: string[] = [];
  for (const [file, { sha256 }] of Object.entries(files)) {
    if (!file.startsWith('client/') || (await blobs.get(sha256).catch(() => undefined))) continue;
    damaged.push(`${app}/${file} is not whole in the store`);
  }
  return damaged;
}

async function failingPages({ composition, renderer }: ServedComposition, app: string): Promise<string[]> {
  const pages = composition.routes.filter((route) => route.app === app && hasOnePage(route));
  const failing: string[] = [];
  for (const route of pages.slice(0, MOST_PAGES)) {
    try {
      const { error } = await renderer.again(route, { params: {}, path: route.path, search: '' });
      if (error && error.status >= 500) failing.push(`${route.path} fails: ${error.message}`);
    } catch (error) {
      if (isNoAnswer(error)) continue; // a release is not left for what an upstream fails
      const reason = isPlatformError(error) ? error.why : String(error);
      failing.push(`${route.path} does not render: ${reason}`);
    }
  }
  return failing;
}
