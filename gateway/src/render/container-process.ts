import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { spawnRenderChild } from './child-process.ts';

/** What a container needs to be tried out. */
export interface ContainerCheck {
  /** URL of the container. */
  entry: string;
  exposes: string[];
  /** URL → source of every script of the release. */
  scripts: Record<string, string>;
  imports: Record<string, string>;
  /** The shell's server bundle: it carries the shared modules in the versions that the browser gets. */
  shell: { code: string; filename: string };
  /** Shared module → version. */
  provides: Record<string, string>;
}

const SCRIPT = fileURLToPath(new URL('container-child.ts', import.meta.url));
const TIMEOUT_MS = 15_000;
const MEMORY_BYTES = 256 * 1024 * 1024;

/**
 * Evaluates a container in a process of its own, as closed as a render process, and asks it for each expose.
 * @returns why it does not work, or undefined when it does.
 */
export function checkContainer(check: ContainerCheck): Promise<string | undefined> {
  const child = spawnRenderChild(SCRIPT, { memoryBytes: MEMORY_BYTES }, ['--experimental-vm-modules']);
  yieldToVisitors(child);
  return new Promise((resolve) => {
    const finish = (reason: string | undefined): void => {
      clearTimeout(timer);
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
      resolve(reason);
    };
    const timer = setTimeout(() => finish(`no answer within ${TIMEOUT_MS} ms`), TIMEOUT_MS);
    child.once('message', ({ reason }: { reason?: string }) => finish(reason));
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code, signal) => finish(`the process ended (${signal ?? `code ${code}`})`));
    child.send(check, () => {});
  });
}

/** Nobody but the team that publishes waits for it. */
function yieldToVisitors({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended already, or the system does not allow it: then it runs like the others.
  }
}
