import type { ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

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
