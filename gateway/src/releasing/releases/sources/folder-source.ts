import path from 'node:path';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { limitTo } from '@voltframe/kit/packaging/verify-release';
import { SIGNATURE_FILE } from '@voltframe/kit/packaging/release-signature';
import type { FolderReader } from './folder-reader.ts';
import type { Offer, WatchedSource } from './watch-sources.ts';

const MANIFEST = 'release.json';

/**
 * The release folder that a build writes (`<app>/dist`). `release.json` is written last, so its change is the signal;
 * a build that runs over the reading shows as a hash that does not match, and the next look tries again.
 * Its files may be links, FIFOs or grow while they are read: only plain files inside the folder are, up to their
 * length.
 * @param folder the app's folder, or the release folder itself.
 * @param once whether only the release at the start counts.
 */
export function createFolderSource(
  app: string,
  folder: string,
  reader: FolderReader,
  once = false,
): WatchedSource {
  const roots = [path.join(folder, 'dist'), folder];
  const stamped = roots.flatMap((root) => [path.join(root, MANIFEST), path.join(root, SIGNATURE_FILE)]);
  /** The last look that found nothing new. */
  let quiet: { known: string | undefined; stamp: string } | undefined;
  return {
    app,
    name: 'folder',
    once,
    async look(known) {
      // Four times a second for as long as the gateway runs: most looks are this one alone.
      const { base, stamp } = await reader.look(folder, stamped);
      if (quiet?.stamp === stamp && quiet.known === known) return undefined;
      const offer = base === undefined ? undefined : await lookAnew(base, known);
      quiet = offer ? undefined : { known, stamp };
      return offer;
    },
  };

  async function lookAnew(base: string, known: string | undefined): Promise<Offer | undefined> {
    for (const root of roots) {
      // The file names of a manifest are checked: no traversal.
      const read = async (file: string, most: number) => {
        const content = await reader.file(base, path.join(root, file), most);
        if (content.ok) return content;
        if (content.missing) return undefined;
        throw packagingErrors.FILE_WRONG({ app, file, reason: content.reason });
      };
      // A release that is signed later is another offer.
      const signed = await reader.file(base, path.join(root, SIGNATURE_FILE), 0);
      const content = await read(MANIFEST, PACK_LIMITS.manifestBytes);
      if (!content) continue;
      const version = [content.version, signed.ok && signed.version].filter(Boolean).join();
      if (version === known) return undefined;
      limitTo(PACK_LIMITS.manifestBytes, content.bytes, `${app}/${MANIFEST}`);
      return { version, builtAt: content.writtenAt, manifest: String(content.body), read };
    }
    return undefined;
  }
}
