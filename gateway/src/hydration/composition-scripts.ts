import { importMap } from '@voltframe/kit/contract/release/import-map';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import type { BlobStore } from '../stores/blobs/blob-store.ts';
import type { LoadMessage } from './protocol.ts';

/** The scripts for browsers of all apps of a composition. */
export interface CompositionScripts extends Pick<LoadMessage, 'scripts' | 'imports'> {
  /** Of the scripts, in their order. */
  sources: Buffer[];
}

export async function readScripts(
  releases: Release[],
  blobs: Pick<BlobStore, 'get'>,
): Promise<CompositionScripts> {
  const [scripts, sources]: [LoadMessage['scripts'], Buffer[]] = [[], []];
  for (const { app, digest, files } of releases)
    for (const [file, { sha256 }] of Object.entries(files)) {
      if (!/^client\/.+\.js$/.test(file)) continue;
      const source = (await blobs.get(sha256)) ?? Buffer.alloc(0);
      const name = `${app}@${digest.slice(0, 12)}/${file}`;
      scripts.push({ path: assetUrl(app, file), name, bytes: source.length });
      sources.push(source);
    }
  return { scripts, sources, imports: importMap(releases).imports };
}
