import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { megabytes } from './in-words.ts';

/** Free disk space that is reserved for entries of visitors. */
export interface DiskReserve {
  /** @param bytes that are to be written besides. @throws QUOTA_DISK */
  assertRoom(bytes: number): Promise<void>;
  /** @returns whether nothing but enquiries is written. */
  isLow(): Promise<boolean>;
  /** In bytes; undefined where the system does not tell. */
  free(): Promise<number | undefined>;
  reserveBytes: number;
}

export interface DiskReserveOptions {
  /** The longest message in characters. */
  folder: string;
  reserveBytes: number;
  /** As in `node:fs/promises`. */
  statfs(folder: string): Promise<{ bavail: number; bsize: number }>;
}

export function createDiskReserve({ folder, reserveBytes, statfs }: DiskReserveOptions): DiskReserve {
  // A system that does not tell is not one that is full.
  const free = () =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    );
  const hasRoom = (found: number | undefined, bytes: number): boolean =>
    reserveBytes === 0 || found === undefined || found - bytes >= reserveBytes;
  return {
    free,
    reserveBytes,
    isLow: async () => !hasRoom(await free(), 0),
    async assertRoom(bytes) {
      const found = await free();
      if (!hasRoom(found, bytes))
        throw quotaErrors.DISK({ free: megabytes(found ?? 0), reserve: megabytes(reserveBytes) });
    },
  };
}
