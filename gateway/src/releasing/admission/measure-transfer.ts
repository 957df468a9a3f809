import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

/** sha-256 of a client file → its size in bytes as sent (brotli). */
export type TransferSizes = ReadonlyMap<string, number>;

const brotli = promisify(brotliCompress);
const REMEMBERED = 5_000;

/** @returns measures, until the signal is aborted, what budgets count: builds for development bring no compressed files, so those are compressed here. */
export function createTransferMeter(
  blobs: BlobStore,
): (releases: Release[], signal: AbortSignal) => Promise<TransferSizes> {
  const measured = new LRUCache<string, number>({
    max: REMEMBERED,
    fetchMethod: async (sha256) => (await brotli((await blobs.get(sha256)) ?? '')).length,
  });
  return async (releases, signal) => {
    const sizes = new Map<string, number>();
    for (const { files } of releases)
      for (const [file, { sha256 }] of Object.entries(files)) {
        if (signal.aborted || !/^client\/.*\.(?:js|css)$/.test(file)) continue;
        sizes.set(sha256, files[`${file}.br`]?.bytes ?? (await measured.forceFetch(sha256)));
      }
    return sizes;
  };
}
