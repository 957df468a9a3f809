import { terminalJson } from '../../contract/operations/terminal-text.ts';

/** Fields that hold a moment in milliseconds since the epoch, in the answers of the operations port. */
const TIME = /^(at|until|\w+(At|Until))$/;

/**
 * @returns the output of `--json`: times in ISO 8601, control characters as `\u…`.
 */
export function jsonText(value: unknown): string {
  const readable = (key: string, one: unknown): unknown =>
    typeof one === 'number' && TIME.test(key) ? new Date(one).toISOString() : one;
  return terminalJson(JSON.stringify(value, readable, 2));
}

/** Where progress is written; `overwrite` is undefined without a terminal. */
interface ProgressPorts {
  tell(text: string): void;
  overwrite: ((text: string) => void) | undefined;
}

export type ProgressOutput = ReturnType<typeof createProgressOutput>;

/** Writes the progress of long work to standard error. */
export function createProgressOutput({ tell, overwrite }: ProgressPorts) {
  let written = false;
  const clear = (): void => {
    if (written) overwrite?.('');
    written = false;
  };
  return {
    /** Starts a step; its line stays. */
    step(text: string): void {
      clear();
      tell(`mfe: ${text}\n`);
    },
    /** Progress of the step; on a terminal only, replaced by the next one. */
    update(text: string): void {
      overwrite?.(`     ${text}`);
      written = true;
    },
    /** Clears what `update` wrote. */
    end: clear,
  };
}
