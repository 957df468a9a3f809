import { readdirSync, readFileSync } from 'node:fs';

/** The resource usage of a process. */
export interface Usage {
  /**
   * Anonymous memory, in bytes: resident, less the pages of files, which all processes on the same Node share and the
   * system takes back by itself.
   */
  memory: number;
  /** Processor time since its start, user and system, in milliseconds. */
  cpuMs: number;
  /** Its main thread waits for the machine: for a processor, or for a disk. Absent: it does not. */
  isHeldUp?: boolean;
}

/** The time of all threads of a process since its start, in milliseconds. */
export interface ProcessorTime {
  /** They ran. */
  ran: number;
  /** They could run, and waited for a processor. */
  waited: number;
}

/** Garbage collection after a call takes less; an endless timer takes more. */
const IDLE_CPU_MS = 1_000;
/** Between two looks: two ticks of the system's clock, and a little. */
const IDLE_NOISE_MS = 25;
const PAGE_BYTES = 4096;
/** USER_HZ, the same on every Linux that Node runs on. */
const TICK_MS = 10;
/** The states of a thread that runs or could run, and of one that waits for a disk (proc_pid_stat(5)). */
const HELD_UP = /^[RD]$/;

/**
 * Detects work of a process without a call in progress, which the time limits of calls do not cover.
 * @returns to be called again and again, with the processor time of the process so far and the time that calls were
 *   with it so far, both in milliseconds; returns true once the process used more than a second between calls.
 */
export function createIdleWorkWatch(): (cpuMs: number, callsMs: number) => boolean {
  let before: { cpuMs: number; callsMs: number } | undefined;
  let idleMs = 0;
  return (cpuMs, callsMs) => {
    const used = cpuMs - (before?.cpuMs ?? cpuMs);
    const outside = used - Math.max(0, callsMs - (before?.callsMs ?? callsMs));
    // A process with many calls collects a little garbage after each answer.
    idleMs = outside > Math.max(IDLE_NOISE_MS, used / 2) ? idleMs + outside : 0;
    before = { cpuMs, callsMs };
    return idleMs > IDLE_CPU_MS;
  };
}

/** @returns undefined without such a process or without `/proc`. */
export function readUsage(pid: number): Usage | undefined {
  const [statm, stat] = [`/proc/${pid}/statm`, `/proc/${pid}/stat`].map(textOf);
  const [, resident = NaN, shared = NaN] = statm?.split(' ').map(Number) ?? [];
  const pages = resident - shared;
  // Fields after the name, which may contain any character: state is field 3, utime and stime are 14 and 15.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(pages) && Number.isFinite(ticks)
    ? { memory: pages * PAGE_BYTES, cpuMs: ticks * TICK_MS, isHeldUp: HELD_UP.test(fields[0] ?? '') }
    : undefined;
}

/**
 * Of all threads, because the main thread also waits for others, as during a garbage collection.
 * @returns undefined without such a process, or where the system does not tell it.
 */
export function readProcessorTime(pid: number): ProcessorTime | undefined {
  const folder = `/proc/${pid}/task`;
  let threads: string[];
  try {
    threads = readdirSync(folder);
  } catch {
    return undefined;
  }
  const time = { ran: 0, waited: 0 };
  for (const thread of threads) {
    // Nanoseconds (documentation of the Linux kernel, Scheduler Statistics). A thread may have ended meanwhile.
    const [ran = 0, waited = 0] = textOf(`${folder}/${thread}/schedstat`)?.split(' ').map(Number) ?? [];
    time.ran += ran / 1e6;
    time.waited += waited / 1e6;
  }
  return time;
}

/**
 * Synchronous: no disk is behind `/proc` and `/sys`, and a thread would take several times as long.
 * @returns undefined for a file that cannot be read.
 */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
