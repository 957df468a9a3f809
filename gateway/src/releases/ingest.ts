import pMap from 'p-map';
import type { Release, ReleaseFile } from '@voltframe/kit/contract/release/release';
import { type BlobStore, sha256 } from '../stores/blobs/blob-store.ts';

/** Largest sizes that are taken in, in bytes. */
export const INGEST_LIMITS = {
  manifestBytes: 4 * 1024 * 1024,
  fileBytes: 16 * 1024 * 1024,
  releaseBytes: 512 * 1024 * 1024,
  files: 30_000,
} as const;

/** Why a release could not be read as a whole; says which file. */
export class IngestError extends Error {
  readonly kind: 'hash' | 'size' | 'missing';
  readonly file: string;
  constructor(kind: IngestError['kind'], file: string, message: string) {
    super(message);
    this.name = 'IngestError';
    this.kind = kind;
    this.file = file;
  }
}

const CONCURRENCY = 8;

/**
 * Takes the files of a release into the store, each checked against its sha-256 and size; what is there already is not read.
 * @param read gives a file's bytes by its path in the release; it must not give more than `limit` bytes.
 * @throws IngestError; files taken so far stay (they are content-addressed, and collected when nobody needs them).
 */
export async function ingestRelease(
  release: Release,
  read: (file: string, limit: number) => Promise<Uint8Array>,
  blobs: BlobStore,
): Promise<void> {
  const take = async ([file, { sha256: expected, bytes }]: [string, ReleaseFile]): Promise<void> => {
    if (await blobs.has(expected)) return;
    const body = await read(file, bytes);
    if (body.length !== bytes)
      throw new IngestError('size', file, `${file} has ${body.length} bytes, ${bytes} are declared`);
    if (sha256(body) !== expected)
      throw new IngestError('hash', file, `${file} does not have its declared sha-256`);
    await blobs.put(expected, body);
  };
  await pMap(Object.entries(release.files), take, { concurrency: CONCURRENCY });
}
