import { readFileSync, readdirSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** CPU time of a process and its descendants, and the memory of the process. */
export interface Usage {
  cpuSeconds: number;
  /** Resident bytes of the process itself. */
  residentBytes: number;
}

/** Reads /proc, so that a server needs no code for the measurement. @throws Error on systems other than Linux */
export function usageOf(pid: number): Usage {
  const cpuSeconds = familyOf(pid).reduce((total, member) => total + cpuSecondsOf(member), 0);
  const resident = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  return { cpuSeconds, residentBytes: resident };
}

/** @returns the CPU time of the first thread in ms; in Node it runs all JavaScript except that of workers */
export function firstThreadCpuMs(pid: number): number {
  return threadCpuMs(pid, pid);
}

/** @returns the anonymous memory of a process, without mapped files, in bytes; 0 if the process has ended */
export function anonymousBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Reads the nanoseconds of each thread, because the ticks of `stat` are too coarse for a short round. */
function cpuSecondsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((total, thread) => total + threadCpuMs(pid, thread), 0) / 1_000;
  } catch {
    return 0; // the process has ended
  }
}

function threadCpuMs(pid: number, thread: number | string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** @returns the process and its descendants, the process first */
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

/** @returns the fields after the name; undefined if the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
