import type { CommandContext } from '../command-context.ts';

/** Fields that hold a moment in milliseconds since the epoch, in the answers of the operations port. */
const TIME = /^(at|until|\w+(At|Until))$/;

/** @returns what `--json` prints: times as people and other programs read them, in ISO 8601. */
export function jsonText(value: unknown): string {
  const readable = (key: string, one: unknown): unknown =>
    typeof one === 'number' && TIME.test(key) ? new Date(one).toISOString() : one;
  return JSON.stringify(value, readable, 2);
}

export type ProgressOutput = ReturnType<typeof createProgressOutput>;

/** Clears the line and returns to its start. */
const CLEAR = '\r\u001B[K';

/** Writes the progress of long work to standard error. */
export function createProgressOutput({ tell, terminal }: Pick<CommandContext, 'tell' | 'terminal'>) {
  let written = false;
  const clear = (): void => {
    if (written) tell(CLEAR);
    written = false;
  };
  return {
    /** A new step; stays as a line. */
    step(text: string): void {
      clear();
      tell(`mfe: ${text}\n`);
    },
    /** How far the step is; on a terminal only, written over. */
    update(text: string): void {
      if (!terminal) return;
      tell(`${CLEAR}     ${text}`);
      written = true;
    },
    /** Clears what `update` wrote. */
    end: clear,
  };
}
