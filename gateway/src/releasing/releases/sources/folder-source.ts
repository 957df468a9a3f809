import path from 'node:path';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { IDENTITY_BYTES, IDENTITY_FILE } from '@voltframe/kit/contract/release/identity';
import type { ReleaseFile } from '@voltframe/kit/contract/release/release';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { limitTo, verifySize } from '@voltframe/kit/packaging/verify-release';
import { SIGNATURE_BYTES, SIGNATURE_FILE } from '@voltframe/kit/packaging/release-signature';
import type { FolderFile, FolderReader } from './folder-reader.ts';
import type { Offer, WatchedSource } from './watch-sources.ts';

/** A release folder of an app. */
interface Place {
  reader: FolderReader;
  app: string;
  /** The folder that nothing may lead out of. */
  base: string;
  /** Where `release.json` is: the folder itself, or its `dist`. */
  root: string;
}

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
      const place = { reader, app, base, root };
      const found = await readManifest(place, known);
      if (!found) continue;
      const { version, builtAt, manifest } = found;
      if (manifest === undefined) return undefined;
      return {
        version,
        builtAt,
        manifest,
        signature: () => readBeside(place, SIGNATURE_FILE, SIGNATURE_BYTES),
        identity: () => readBeside(place, IDENTITY_FILE, IDENTITY_BYTES),
        read: (file, declared) => readDeclared(place, file, declared),
      };
    }
    return undefined;
  }
}

/** @returns undefined when there is none; without `manifest` when it is the known one. */
async function readManifest(
  { reader, app, base, root }: Place,
  known: string | undefined,
): Promise<{ version: string; builtAt: number; manifest?: string } | undefined> {
  // A release that is signed later is another offer.
  const signed = await reader.file(base, path.join(root, SIGNATURE_FILE), 0);
  const file = await reader.file(base, path.join(root, MANIFEST), PACK_LIMITS.manifestBytes);
  if (!file.ok && file.missing) return undefined;
  const plain = plainFile(app, MANIFEST, file);
  const version = [plain.version, signed.ok && signed.version].filter(Boolean).join();
  const builtAt = plain.writtenAt;
  if (version === known) return { version, builtAt };
  limitTo(PACK_LIMITS.manifestBytes, plain.bytes, `${app}/${MANIFEST}`);
  return { version, builtAt, manifest: String(plain.body) };
}

/** A file beside the manifest. @param most its largest size in bytes. */
async function readBeside(
  { reader, app, base, root }: Place,
  name: string,
  most: number,
): Promise<string | undefined> {
  const file = await reader.file(base, path.join(root, name), most);
  if (!file.ok && file.missing) return undefined;
  const plain = plainFile(app, name, file);
  limitTo(most, plain.bytes, `${app}/${name}`);
  return String(plain.body);
}

/** `file` has passed the check of file names: no traversal. */
async function readDeclared(
  { reader, app, base, root }: Place,
  file: string,
  declared: ReleaseFile,
): Promise<Buffer> {
  const found = await reader.file(base, path.join(root, file), declared.bytes);
  const plain = plainFile(app, file, found);
  verifySize(app, file, declared, plain.bytes);
  return plain.body!;
}

/** @throws PACK_FILE_MISSING, PACK_FILE_WRONG */
function plainFile(app: string, file: string, found: FolderFile): FolderFile & { ok: true } {
  if (found.ok) return found;
  if (found.missing) throw packagingErrors.FILE_MISSING({ app, file });
  throw packagingErrors.FILE_WRONG({ app, file, reason: found.reason });
}
