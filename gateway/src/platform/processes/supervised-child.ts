import { type ChildProcess, spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

const MB = 1024 * 1024;
/** What Node reserves before it runs anything (code range, heap): not to be counted against the limit. */
const NODE_RESERVED_BYTES = 600 * MB;

/** Where a render process writes its answers. */
export const ANSWERS_FD = 4;

export interface ChildLimits {
  /** Memory the release code may use, in bytes. */
  memoryBytes: number;
  /** Everybody else's processes come first. */
  standsBack?: boolean;
}

const CLOSED = [
  '--permission',
  // The permission model does not cover it: it opens and writes any file.
  '--no-experimental-sqlite',
  '--disallow-code-generation-from-strings',
  '--v8-pool-size=1',
  '--no-warnings',
];

/**
 * Many of them run beside each other. Half of it saves 10 MB of one that is busy and makes its part of a page cost a quarter more; 1 MB
 * with `--optimize-for-size` half as much again: a page is made of garbage, and whatever is rendered beside it is copied at every
 * collection.
 */
const SMALL = ['--max-semi-space-size=16'];

/**
 * Starts Node on a script with nothing within reach: read access to its own scripts alone, no writing, no network, no
 * child processes, no threads, no add-ons (`--permission`), an empty environment, a heap limit and, where there is a
 * POSIX shell, the operating system's limits on memory (Buffers are outside of V8's heap), files and descriptors.
 * @param script absolute path; what it imports lies beside it, in the same folder.
 * @param readable files or folders that may be read until the script is loaded.
 * @param more flags of Node instead of those that keep it small, and what the environment has besides the least.
 */
export function spawnRenderChild(
  script: string,
  readable: readonly string[],
  limits: ChildLimits,
  { flags = SMALL, env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
): ChildProcess {
  const nodeArguments = [
    ...flags,
    ...CLOSED,
    ...readable.map((place) => `--allow-fs-read=${place}`),
    `--max-old-space-size=${Math.floor(limits.memoryBytes / MB)}`,
    script,
  ];
  const options = {
    env: { ...env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
    cwd: '/',
    // The first: code, see protocol.ts. The last: answers, see message-frames.ts.
    stdio: ['pipe', 'ignore', 'pipe', 'ipc', 'pipe'] as ('ignore' | 'pipe' | 'ipc')[],
    serialization: 'json' as const,
  };
  if (process.platform === 'win32')
    return spawn(process.execPath, nodeArguments, { ...options, cwd: undefined });
  const kilobytes = Math.floor((limits.memoryBytes + NODE_RESERVED_BYTES) / 1024);
  const command = `ulimit -c 0; ulimit -f 0; ulimit -n 32; ulimit -d ${kilobytes} 2>/dev/null; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...nodeArguments], options);
  if (limits.standsBack) standBack(child);
  return child;
}

const LOWEST = 19;

/**
 * Lets everybody else go first: nobody but a team, or a process that keeps ending, waits for it.
 * @param by how much nicer than this process it becomes (nice(2)).
 */
export function standBack({ pid }: Pick<ChildProcess, 'pid'>, by = 10): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + by));
  } catch {
    // It has ended already, or the system does not allow it: then it runs like the others.
  }
}
