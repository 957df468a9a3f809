import { readFileSync } from 'node:fs';

export interface WatchOptions {
  pid: number;
  /** Resident memory over which the process is ended, in bytes. */
  memoryBytes: number;
  /** How long calls were with the process so far, in milliseconds: what it uses then is limited by each call's own time. */
  askedMs(): number;
  /** How much of the processor it may have used by now, in milliseconds; undefined: what it is asked for has limits of its own. */
  mostCpuMs?(): number | undefined;
  /** Told why the process has to end. */
  end(reason: string): void;
  /** As readUsage; replaced by tests. */
  read?(pid: number): Usage | undefined;
}

export interface Usage {
  /** Resident, in bytes. */
  memory: number;
  /** Used since its start, user and system, in milliseconds. */
  cpuMs: number;
}

export const WATCH_INTERVAL_MS = 500;
/** Collecting garbage after a call takes less; a timer that goes on for ever takes more. */
const UNASKED_CPU_MS = 1_000;
/** Between two looks: two ticks of the system's clock, and a little. */
const UNASKED_NOISE_MS = 25;
const PAGE_BYTES = 4096;
/** USER_HZ, the same on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * Looks at a process from outside: the system's limits cover what it allocates, not what is resident over time, and the
 * time limit of calls covers none of what it does between them.
 * @returns one look; to be repeated every {@link WATCH_INTERVAL_MS}.
 */
export function createChildWatch(options: WatchOptions) {
  const { pid, memoryBytes, askedMs, mostCpuMs, end, read = readUsage } = options;
  let before: { cpuMs: number; asked: number } | undefined;
  let unasked = 0;
  return (): Usage | undefined => {
    const usage = read(pid);
    if (!usage) return undefined;
    if (usage.memory > memoryBytes * 1.5) end(`it used more than ${memoryBytes} bytes of memory`);
    const most = mostCpuMs?.() ?? Infinity;
    if (usage.cpuMs > most) end(`it used more than ${most} ms of the processor until it was loaded`);
    const asked = askedMs();
    const used = usage.cpuMs - (before?.cpuMs ?? usage.cpuMs);
    const outside = used - Math.max(0, asked - (before?.asked ?? asked));
    // Of a process that is asked all the time, each answer leaves a little behind.
    unasked = outside > Math.max(UNASKED_NOISE_MS, used / 2) ? unasked + outside : 0;
    if (unasked > UNASKED_CPU_MS) end('it went on working while nothing was asked of it');
    before = { cpuMs: usage.cpuMs, asked };
    return usage;
  };
}

/** @returns undefined where the system does not tell. */
export function readUsage(pid: number): Usage | undefined {
  const [statm, stat] = [`/proc/${pid}/statm`, `/proc/${pid}/stat`].map(textOf);
  const pages = Number(statm?.split(' ')[1]);
  // After the name, which may hold anything: state is field 3, utime and stime are 14 and 15.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(pages) && Number.isFinite(ticks)
    ? { memory: pages * PAGE_BYTES, cpuMs: ticks * TICK_MS }
    : undefined;
}

/** At once: no disk is behind it, and handing it to a thread takes several times as long. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
