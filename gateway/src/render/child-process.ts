import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const MB = 1024 * 1024;
/** What Node reserves before it runs anything (code range, heap): not to be counted against the limit. */
const NODE_RESERVED_BYTES = 600 * MB;

/** Where a render process writes its answers. */
export const ANSWERS_FD = 4;

export interface ChildLimits {
  /** Memory the release code may use, in bytes. */
  memoryBytes: number;
}

/**
 * Starts Node on `script` with nothing within reach: read access to the script alone, no writing, no child processes, no
 * threads, no add-ons (`--permission`), an empty environment, a heap limit and, where there is a POSIX shell, the
 * operating system's limit on memory (Buffers are outside of V8's heap).
 * @param script absolute path.
 * @param flags further flags of Node.
 */
export function spawnRenderChild(script: string, limits: ChildLimits, flags: string[] = []): ChildProcess {
  const nodeArguments = [
    ...flags,
    '--permission',
    // The permission model does not cover it: it opens and writes any file.
    '--no-experimental-sqlite',
    `--allow-fs-read=${script}`,
    `--max-old-space-size=${Math.floor(limits.memoryBytes / MB)}`,
    '--no-warnings',
    script,
  ];
  const options = {
    env: { NODE_ENV: 'production' },
    cwd: '/',
    // The last: answers, see answer-frames.ts.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'] as ('ignore' | 'pipe' | 'ipc')[],
    serialization: 'json' as const,
  };
  if (process.platform === 'win32')
    return spawn(process.execPath, nodeArguments, { ...options, cwd: undefined });
  const kilobytes = Math.floor((limits.memoryBytes + NODE_RESERVED_BYTES) / 1024);
  const command = `ulimit -c 0; ulimit -d ${kilobytes} 2>/dev/null; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', command, process.execPath, ...nodeArguments], options);
}

/** @returns resident memory of a process in bytes; undefined where the system does not tell. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => undefined);
  const pages = Number(text?.split(' ')[1]);
  return Number.isFinite(pages) ? pages * 4096 : undefined;
}
