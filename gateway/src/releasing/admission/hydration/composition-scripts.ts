import pMap from 'p-map';
import { importMap } from '@voltframe/kit/contract/release/import-map';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import type { BlobStore } from '../../../platform/blobs/blob-store.ts';
import type { EncodedBody } from '../../../serving/responses/encoded-body.ts';
import type { LoadMessage } from './protocol.ts';

/** The scripts for browsers of all apps of a composition. */
export interface CompositionScripts extends Pick<LoadMessage, 'scripts' | 'imports' | 'tables'> {
  /** Of the scripts, in their order. */
  sources: Buffer[];
}

const READ_AT_ONCE = 8;

/** @param tables of the composition; absent: its documents have them. */
export async function readScripts(
  releases: Release[],
  blobs: Pick<BlobStore, 'get'>,
  tables?: EncodedBody,
): Promise<CompositionScripts> {
  const files = releases.flatMap(({ app, digest, files: own }) =>
    Object.entries(own)
      .filter(([file]) => /^client\/.+\.js$/.test(file))
      .map(([file, { sha256 }]) => ({
        sha256,
        path: assetUrl(app, file),
        name: `${app}@${digest.slice(0, 12)}/${file}`,
      })),
  );
  const read = async ({ sha256 }: { sha256: string }) => (await blobs.get(sha256)) ?? Buffer.alloc(0);
  const sources = await pMap(files, read, { concurrency: READ_AT_ONCE });
  const scripts = files.map(({ path, name }, index) => ({ path, name, bytes: sources[index]!.length }));
  return { scripts, sources, imports: importMap(releases).imports, tables: await textOf(tables) };
}

async function textOf(body: EncodedBody | undefined): Promise<string> {
  return body ? (await body.in('identity')).bytes.toString('utf8') : '';
}
