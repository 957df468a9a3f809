import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { megabytes } from './in-words.ts';

export interface DiskReserve {
  /** In bytes; undefined where the system does not report it. */
  free: () => Promise<number | undefined>;
  reserveBytes: number;
  /** @returns whether only enquiries may be written. */
  isLow: () => Promise<boolean>;
  /** @param bytes that are to be written. @throws QUOTA_DISK */
  assertRoom(bytes: number): Promise<void>;
}

/** Free disk space that is reserved for entries of visitors. */
export function createDiskReserve({
  folder,
  reserveBytes,
  statfs,
}: {
  folder: string;
  reserveBytes: number;
  /** As in `node:fs/promises`. */
  statfs(folder: string): Promise<{ bavail: number; bsize: number }>;
}): DiskReserve {
  // A system that does not report its free space does not count as full.
  const free = (): Promise<number | undefined> =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    );
  const hasRoom = (freeBytes: number | undefined, bytes: number): boolean =>
    reserveBytes === 0 || freeBytes === undefined || freeBytes - bytes >= reserveBytes;
  return {
    free,
    reserveBytes,
    isLow: async (): Promise<boolean> => !hasRoom(await free(), 0),
    async assertRoom(bytes: number): Promise<void> {
      const freeBytes = await free();
      if (!hasRoom(freeBytes, bytes))
        throw quotaErrors.DISK({ free: megabytes(freeBytes ?? 0), reserve: megabytes(reserveBytes) });
    },
  };
}
