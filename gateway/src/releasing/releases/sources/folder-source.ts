import path from 'node:path';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { limitTo } from '@voltframe/kit/packaging/verify-release';
import { SIGNATURE_FILE } from '@voltframe/kit/packaging/release-signature';
import type { FolderReader } from './folder-reader.ts';
import type { Offer, WatchedSource } from './watch-sources.ts';

const MANIFEST = 'release.json';

/**
 * The release folder that a build writes (`<app>/dist`). `release.json` is written last, so its change is the signal.
 * A build during the reading causes a hash mismatch, and the next query retries. Files may be links, FIFOs or grow
 * during the read; only plain files inside the folder are read, up to their length.
 * @param folder the app's folder, or the release folder itself.
 * @param once whether only the release at the start is read.
 */
export function createFolderSource(
  app: string,
  folder: string,
  reader: FolderReader,
  once = false,
): WatchedSource {
  const roots = [path.join(folder, 'dist'), folder];
  const stamped = roots.flatMap((root) => [path.join(root, MANIFEST), path.join(root, SIGNATURE_FILE)]);
  /** The last query without a change. */
  let quiet: { known: string | undefined; stamp: string } | undefined;
  return {
    app,
    name: 'folder',
    once,
    async look(known) {
      // Runs four times a second; most queries end here.
      const { base, stamp } = await reader.look(folder, stamped);
      if (quiet?.stamp === stamp && quiet.known === known) return undefined;
      const offer = base === undefined ? undefined : await lookAnew(base, known);
      quiet = offer ? undefined : { known, stamp };
      return offer;
    },
  };

  async function lookAnew(base: string, known: string | undefined): Promise<Offer | undefined> {
    for (const root of roots) {
      // The file names of a manifest are already checked against traversal.
      const read = async (file: string, most: number) => {
        const content = await reader.file(base, path.join(root, file), most);
        if (content.ok) return content;
        if (content.missing) return undefined;
        throw packagingErrors.FILE_WRONG({ app, file, reason: content.reason });
      };
      // A later signature makes another offer.
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
