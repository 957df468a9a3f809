import { once } from 'node:events';

/** What a command knows of the world: everything it reads or writes but files goes through here. */
export interface CommandContext {
  env: Record<string, string | undefined>;
  /** Folder that relative paths are meant from. */
  cwd: string;
  /** One line (or several) of the result, to standard output. */
  print(text: string): void;
  /** Words on the way, to standard error. */
  tell(text: string): void;
  /** Clears the last line of standard error and writes another one; undefined where that is no terminal. */
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
  /** Refused only because of another app's version: it is kept, and tried again when that app changes. */
  waits: 4,
  /** Admitted, and held by a pin or a freeze: it goes live when that ends. */
  held: 5,
  /** Told to end (Ctrl-C, SIGTERM) before it was done. */
  interrupted: 130,
} as const;

/** @returns resolves when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
