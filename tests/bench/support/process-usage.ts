import { readFileSync, readdirSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** What a process and the processes it started have used so far. */
export interface Usage {
  cpuSeconds: number;
  /** Resident bytes of the process itself. */
  residentBytes: number;
}

/** Reads /proc (Linux), so that a server needs no code for being measured. @throws elsewhere */
export function usageOf(pid: number): Usage {
  const cpuSeconds = familyOf(pid).reduce((total, member) => total + cpuSecondsOf(member), 0);
  const resident = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  return { cpuSeconds, residentBytes: resident };
}

/** @returns CPU time of the process's first thread, which in Node runs all JavaScript but workers', in milliseconds */
export function firstThreadCpuMs(pid: number): number {
  return threadCpuMs(pid, pid);
}

/** @returns memory that is the process's own, without what it shares as files; 0 when it has ended */
export function anonymousBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Of its threads, in nanoseconds: the ticks that `stat` counts in are a fiftieth of a short round. */
function cpuSecondsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((total, thread) => total + threadCpuMs(pid, thread), 0) / 1_000;
  } catch {
    return 0; // it has ended
  }
}

function threadCpuMs(pid: number, thread: number | string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** @returns the process and all that it started, itself first */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    const parent = Number(fields?.[1] ?? 0);
    if (fields) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  for (const member of family) family.push(...(parents.get(member) ?? []));
  return family;
}

/** @returns the fields after the name; undefined when the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
