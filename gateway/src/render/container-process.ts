import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { spawnRenderChild } from './child-process.ts';
import type { ChildScripts } from './child-scripts.ts';

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

const TIMEOUT_MS = 15_000;
const MEMORY_BYTES = 256 * 1024 * 1024;

/**
 * Evaluates a container in a process of its own, as closed as a render process, and asks it for each expose.
 * @returns why it does not work, or undefined when it does.
 */
export function checkContainer(check: ContainerCheck, scripts: ChildScripts): Promise<string | undefined> {
  const script = scripts.pathOf('container-child');
  const limits = { memoryBytes: MEMORY_BYTES };
  const child = spawnRenderChild(script, [scripts.folder], limits, ['--experimental-vm-modules']);
  yieldToVisitors(child);
  return new Promise((resolve) => {
    const finish = (reason: string | undefined): void => {
      clearTimeout(timer);
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
      resolve(reason);
    };
    const timer = setTimeout(() => finish(`no answer within ${TIMEOUT_MS} ms`), TIMEOUT_MS);
    child.once('message', (answer: unknown) => finish(reasonOf(answer)));
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code, signal) => finish(`the process ended (${signal ?? `code ${code}`})`));
    child.send(check, () => {});
  });
}

/** The answer is a stranger's: whatever is no reason is none that a team could read. */
function reasonOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'its answer is malformed';
  const { reason } = answer as { reason?: unknown };
  if (reason === undefined) return undefined;
  return typeof reason === 'string' ? reason.slice(0, 1_000) : 'its answer is malformed';
}

/** Nobody but the team that publishes waits for it. */
function yieldToVisitors({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended already, or the system does not allow it: then it runs like the others.
  }
}
