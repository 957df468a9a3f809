import path from 'node:path';
import { textOf } from './process-usage.ts';

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
