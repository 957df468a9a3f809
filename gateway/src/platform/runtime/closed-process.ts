import { type ChildProcess, spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { MB } from '@voltframe/kit/contract/units';

/** The memory that Node reserves at its start (code range, heap), which does not count against the limit. */
const NODE_RESERVED_BYTES = 600 * MB;
const LOWEST_PRIORITY = 19;
/**
 * Added to the OOM score of a child, so that the system ends it before this process; and the highest score (proc(5)).
 */
const OOM_SCORE_ADDED = 500;
const HIGHEST_OOM_SCORE = 1000;
/** Run by the shell before it becomes the child. Without effect where the file is missing or not writable. */
const RAISE_OOM_SCORE = `{ read -r score </proc/self/oom_score_adj &&
  echo $((score + ${OOM_SCORE_ADDED} > ${HIGHEST_OOM_SCORE} ? ${HIGHEST_OOM_SCORE} : score + ${OOM_SCORE_ADDED})) \
  >/proc/self/oom_score_adj; } 2>/dev/null`;
/**
 * The system ends the child when this process has ended (prctl(2), PR_SET_PDEATHSIG): one in an endless loop does not
 * read that its channel is closed. Without util-linux only that ends it.
 */
const BECOME_CHILD = `setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$0" "$@"
exec "$0" "$@"`;

export interface SpawnOptions {
  /** Memory that the code of the script may use, in bytes. */
  memoryBytes: number;
  /** By how much lower its priority is than that of this process (nice(2)). */
  niceness?: number;
  /** Flags of Node in place of those that keep the process small. */
  flags?: string[];
  /** Variables of its environment besides NODE_ENV. */
  env?: Record<string, string>;
}

const CLOSED = [
  '--permission',
  // Disabled because the permission model does not cover it: it opens and writes any file.
  '--no-experimental-sqlite',
  '--disallow-code-generation-from-strings',
  '--v8-pool-size=1',
  '--no-warnings',
  // SIGINT writes the stack of running code to the standard error, also that of an endless loop, and ends the process.
  '--trace-sigint',
];

/**
 * Many of these processes run at the same time. Half of this size saves 10 MB of a busy process and makes its part of
 * a page cost a quarter more; 1 MB with `--optimize-for-size` costs half as much again, because rendering allocates
 * much and each collection copies the other renderings in progress.
 */
const SMALL = ['--max-semi-space-size=16'];

/**
 * Starts Node on a script in a sandbox: read access to its own scripts only, no writing, no network, no child
 * processes, no threads, no add-ons (`--permission`), an empty environment, a heap limit and, where there is a
 * POSIX shell, the operating system's limits on memory (Buffers are outside of V8's heap), files and descriptors. On
 * Linux it ends with this process, and before it when memory is short.
 * @param script absolute path; its imports lie in the same folder.
 * @param readable files or folders that may be read until the script is loaded.
 */
export function spawnClosed(
  script: string,
  readable: readonly string[],
  { memoryBytes, niceness = 0, flags = SMALL, env = {} }: SpawnOptions,
): ChildProcess {
  const nodeArguments = [
    ...flags,
    ...CLOSED,
    ...readable.map((place) => `--allow-fs-read=${place}`),
    `--max-old-space-size=${Math.floor(memoryBytes / MB)}`,
    script,
  ];
  const options = {
    env: { ...env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
    cwd: '/',
    // The first descriptor carries the code, the last one messages: message-frames.ts.
    stdio: ['pipe', 'ignore', 'pipe', 'ipc', 'pipe'] as ('ignore' | 'pipe' | 'ipc')[],
    serialization: 'json' as const,
  };
  if (process.platform === 'win32')
    return spawn(process.execPath, nodeArguments, { ...options, cwd: undefined });
  const kilobytes = Math.floor((memoryBytes + NODE_RESERVED_BYTES) / 1024);
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -n 32; ulimit -d ${kilobytes} 2>/dev/null`;
  const command = [RAISE_OOM_SCORE, limits, BECOME_CHILD].join('\n');
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...nodeArguments], options);
  if (niceness > 0) lowerPriority(child, niceness);
  return child;
}

/** @param by how much lower than that of this process (nice(2)). Has no effect on a process that has ended. */
export function lowerPriority({ pid }: Pick<ChildProcess, 'pid'>, by: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + by));
  } catch {
    // The process has ended, or the system does not allow the change: its priority stays.
  }
}
