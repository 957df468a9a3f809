import path from 'node:path';
import { MB } from '@voltframe/kit/contract/units';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { megabytes } from './in-words.ts';
import { readUsage, textOf } from './process-usage.ts';

/** Memory of the gateway itself during an admission. All of these values are measured. */
const GATEWAY_BYTES = 190 * MB;
/** A render process with the code of one app. */
const PROCESS_BYTES = 30 * MB;
/** A process that hydrates pages. */
const HYDRATION_BYTES = 140 * MB;
/** Of the container: the kernel, and the pages of files that are in use. */
const SYSTEM_BYTES = 48 * MB;
/** With less memory, the hydration processes run one after the other. */
const BOTH_AT_ONCE_BYTES = 768 * MB;

export interface MemoryRoomOptions {
  /** The limit of the container, in bytes; Infinity or a huge number for none: `readMemoryLimit`. */
  limit: () => number;
  /** Memory of the machine, in bytes: the limit where the container has none. */
  machineBytes: number;
  read?: typeof readUsage;
}

/**
 * The memory of the container, which the gateway, its render processes and one admission share. Where it is
 * used up, the system ends one of them, or all (Kubernetes).
 */
export interface MemoryRoom {
  /** @returns whether the two processes that hydrate pages are to run one after the other. */
  isSmall: () => boolean;
  /** @returns the memory that the gateway itself leaves for render processes, in bytes. */
  besideGateway: () => number;
  /**
   * Makes room for an admission.
   * @param processes render processes that it starts. @param hydrates whether it hydrates pages.
   * @param keepWithin ends idle render processes until all hold at most so many bytes. @returns what they hold then.
   * @returns QUOTA_MEMORY, not thrown, when there is too little; undefined: it fits.
   */
  refusal(
    processes: number,
    hydrates: boolean,
    keepWithin: (bytes: number) => number,
  ): PlatformError | undefined;
}

export function createMemoryRoom({ limit, machineBytes, read = readUsage }: MemoryRoomOptions): MemoryRoom {
  const own = (): number => read(process.pid)?.memory ?? 0;
  const most = (): number => Math.min(limit(), machineBytes);
  const isSmall = (): boolean => most() < BOTH_AT_ONCE_BYTES;
  return {
    isSmall,
    besideGateway: (): number => most() - own() - SYSTEM_BYTES,
    refusal(
      processes: number,
      hydrates: boolean,
      keepWithin: (bytes: number) => number,
    ): PlatformError | undefined {
      const gateway = Math.max(own(), GATEWAY_BYTES);
      const hydration = hydrates ? HYDRATION_BYTES * (isSmall() ? 1 : 2) : 0;
      const checks = processes * PROCESS_BYTES + hydration;
      const room = most() - gateway - checks - SYSTEM_BYTES;
      // No render process ends for an admission that would not fit even without render processes.
      const renderBytes = keepWithin(room < 0 ? Infinity : room);
      const needed = gateway + renderBytes + checks + SYSTEM_BYTES;
      if (needed <= most()) return undefined;
      return quotaErrors.MEMORY({
        limit: megabytes(most()),
        needed: megabytes(needed),
        gateway: megabytes(gateway),
        processes: megabytes(renderBytes),
        checks: megabytes(checks),
        system: megabytes(SYSTEM_BYTES),
      });
    },
  };
}

/** Controllers that a cgroup of version 2 has in `/proc/self/cgroup`: they are not listed there. */
const VERSION_2 = '';

/**
 * The limit of the cgroup of this process, of version 1 or 2, and of those above it: `process.constrainedMemory` reads
 * that of the process alone, which a slice of systemd or a pod leaves open.
 * @param root folder in which `proc` and `sys` are
 * @returns the least limit, in bytes; Infinity for none
 */
export function readMemoryLimit(root = '/'): number {
  const groups = textOf(path.join(root, 'proc/self/cgroup')) ?? '';
  const limits = groups.split('\n').flatMap((line) => {
    const [, controllers, group] = /^\d+:([^:]*):(.+)$/.exec(line) ?? [];
    if (group === undefined) return [];
    if (controllers === VERSION_2)
      return limitsUpFrom(path.join(root, 'sys/fs/cgroup'), group, ['memory.max', 'memory.high']);
    if (!controllers!.split(',').includes('memory')) return [];
    return limitsUpFrom(path.join(root, 'sys/fs/cgroup/memory'), group, ['memory.limit_in_bytes']);
  });
  return Math.min(Infinity, ...limits);
}

/** @returns the limits of a group and those above it. One outside of the container is not mounted, and has no files. */
function limitsUpFrom(mount: string, group: string, files: string[]): number[] {
  const at = path.join('/', group);
  const texts = files.map((file) => textOf(path.join(mount, at, file)));
  const limits = texts.map((text) => Number.parseInt(text ?? '', 10)).filter((bytes) => bytes > 0);
  return at === '/' ? limits : [...limits, ...limitsUpFrom(mount, path.dirname(at), files)];
}
