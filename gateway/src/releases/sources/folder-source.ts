import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { IDENTITY_BYTES, IDENTITY_FILE } from '@voltframe/kit/contract/release/identity';
import type { ReleaseFile } from '@voltframe/kit/contract/release/release';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { limitTo, verifySize } from '@voltframe/kit/packaging/verify-release';
import { SIGNATURE_BYTES, SIGNATURE_FILE } from '@voltframe/kit/packaging/release-signature';
import { type FolderFile, withFile } from './bounded-file.ts';
import type { Offer, WatchedSource } from './release-source.ts';

/** A release folder of an app. */
interface Place {
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
 * Its files may be links, FIFOs or grow while they are read: only plain files inside the folder are, up to their length.
 * @param folder the app's folder, or the release folder itself.
 * @param once whether only what is there at the start counts.
 */
export function createFolderSource(app: string, folder: string, once = false): WatchedSource {
  const roots = [path.join(folder, 'dist'), folder];
  /** The last look that found nothing new. */
  let quiet: { known: string | undefined; stamp: string } | undefined;
  return {
    app,
    name: 'folder',
    once,
    async look(known) {
      // Four times a second for as long as the gateway runs: most looks are this one alone.
      const stamp = await stampOf(roots);
      if (quiet?.stamp === stamp && quiet.known === known) return undefined;
      const offer = await lookAnew(known);
      quiet = offer ? undefined : { known, stamp };
      return offer;
    },
  };

  async function lookAnew(known: string | undefined): Promise<Offer | undefined> {
    const base = await realpath(folder).catch(() => undefined);
    if (base === undefined) return undefined;
    for (const root of roots) {
      const place = { app, base, root };
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

/** Changes whenever a manifest or a signature does; what a link leads to is not read for it. */
async function stampOf(roots: string[]): Promise<string> {
  const files = roots.flatMap((root) => [path.join(root, MANIFEST), path.join(root, SIGNATURE_FILE)]);
  const stamps = files.map(async (file) => {
    const found = await stat(file, { throwIfNoEntry: false }).catch(() => undefined);
    return found ? `${found.mtimeMs}-${found.ino}-${found.size}` : '';
  });
  return (await Promise.all(stamps)).join();
}

/** @returns undefined when there is none; without `manifest` when it is the known one. */
async function readManifest(
  { app, base, root }: Place,
  known: string | undefined,
): Promise<{ version: string; builtAt: number; manifest?: string } | undefined> {
  // A release that is signed later is another offer.
  const signed = await withFile(base, path.join(root, SIGNATURE_FILE), async (file) =>
    file.ok ? file.version : '',
  );
  return withFile(base, path.join(root, MANIFEST), async (file) => {
    if (!file.ok && file.missing) return undefined;
    const plain = plainFile(app, MANIFEST, file);
    const version = [plain.version, signed].filter(Boolean).join();
    const builtAt = plain.writtenAt;
    if (version === known) return { version, builtAt };
    limitTo(PACK_LIMITS.manifestBytes, plain.bytes, `${app}/${MANIFEST}`);
    return { version, builtAt, manifest: (await plain.read()).toString('utf8') };
  });
}

/** What lies beside the manifest. @param most its largest size in bytes. */
function readBeside({ app, base, root }: Place, name: string, most: number): Promise<string | undefined> {
  return withFile(base, path.join(root, name), async (file) => {
    if (!file.ok && file.missing) return undefined;
    const plain = plainFile(app, name, file);
    limitTo(most, plain.bytes, `${app}/${name}`);
    return (await plain.read()).toString('utf8');
  });
}

/** `file` has passed the check of file names: no traversal. */
function readDeclared({ app, base, root }: Place, file: string, declared: ReleaseFile): Promise<Buffer> {
  return withFile(base, path.join(root, file), async (found) => {
    const plain = plainFile(app, file, found);
    verifySize(app, file, declared, plain.bytes);
    return plain.read();
  });
}

/** @throws PACK_FILE_MISSING, PACK_FILE_WRONG */
function plainFile(app: string, file: string, found: FolderFile): FolderFile & { ok: true } {
  if (found.ok) return found;
  if (found.missing) throw packagingErrors.FILE_MISSING({ app, file });
  throw packagingErrors.FILE_WRONG({ app, file, reason: found.reason });
}
