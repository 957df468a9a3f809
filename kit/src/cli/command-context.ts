import { once } from 'node:events';

/** The environment of a command: all its inputs and outputs besides files. */
export interface CommandContext {
  env: Record<string, string | undefined>;
  /** Base folder of relative paths. */
  cwd: string;
  /** One line (or several) of the result, to standard output. */
  print(text: string): void;
  /** Progress messages, to standard error. */
  tell(text: string): void;
  /** Replaces the last line of standard error; undefined without a terminal. */
  overwrite: ((text: string) => void) | undefined;
  fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborted when the user or the system asks the command to end. */
  signal: AbortSignal;
}

/** @returns the exit code. */
export type Command = (args: string[], context: CommandContext) => Promise<number>;

export const EXIT = {
  done: 0,
  /** Refused by the gateway, or failed. */
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** The gateway, or its database, cannot be reached. */
  unreachable: 3,
  /** Refused only because of another app's version: stored, and retried when that app changes. */
  waits: 4,
  /** Admitted, and held by a pin or a freeze: it goes live when that ends. */
  held: 5,
  /** Ended by a signal (Ctrl-C, SIGTERM) before it was done. */
  interrupted: 130,
} as const;

/** @returns resolves when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
