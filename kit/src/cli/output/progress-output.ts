import type { CommandContext } from '../command-context.ts';

/** Words on long work, on standard error. */
export interface ProgressOutput {
  /** A new step; stays as a line. */
  step(text: string): void;
  /** How far the step is; on a terminal only, written over. */
  update(text: string): void;
  /** Clears what `update` wrote. */
  end(): void;
}

/** Clears the line and returns to its start. */
const CLEAR = '\r\u001B[K';

export function createProgressOutput({
  tell,
  terminal,
}: Pick<CommandContext, 'tell' | 'terminal'>): ProgressOutput {
  let written = false;
  const clear = (): void => {
    if (written) tell(CLEAR);
    written = false;
  };
  return {
    step(text) {
      clear();
      tell(`mfe: ${text}\n`);
    },
    update(text) {
      if (!terminal) return;
      tell(`${CLEAR}     ${text}`);
      written = true;
    },
    end: clear,
  };
}
