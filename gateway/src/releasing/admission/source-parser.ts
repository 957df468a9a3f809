import { checkStylesheet, MAX_STYLESHEET, type StyleIssue } from '@voltframe/kit/packaging/check-stylesheet';
import { createWorkerThread } from '../../platform/processes/worker-thread.ts';
import { type ParsedScript, parseScript } from './script-imports.ts';

/** Parses scripts and stylesheets of releases in a thread: one of them may take seconds. */
export interface SourceParser {
  /** @returns its imports, or why it is refused: it is no module, too large, or takes too long. Never rejects. */
  script(source: string): Promise<ParsedScript>;
  /** @returns what reaches beyond the app, or the one reason why it is refused. Never rejects. */
  styles(css: string, app: string): Promise<StyleIssue[]>;
  /** Ends the thread. What is not parsed by then is refused. */
  end(): void;
}

type Source = { script: string } | { css: string; app: string };

export interface SourceParserOptions {
  /** Longest time for one script or stylesheet, in milliseconds. */
  timeoutMs: number;
  /** Calls back after a time in milliseconds. @returns cancels the callback. */
  after(ms: number, callback: () => void): () => void;
}

/** Largest script, in characters: a hundred times as long as those of real apps. */
export const SCRIPT_LENGTH = 8 * 1024 * 1024;
const MEMORY_MB = 384;

export function createSourceParser({ timeoutMs, after }: SourceParserOptions): SourceParser {
  const { run, end } = createWorkerThread<Source, ParsedScript | StyleIssue[]>({
    module: import.meta.filename,
    name: 'parseSource',
    memoryMb: MEMORY_MB,
    limit: { ms: timeoutMs, reason: `it takes longer than ${timeoutMs} ms`, blocks: false, after },
  });
  const reasonOf = (error: unknown): string => `it cannot be read: ${(error as Error).message}`;
  return {
    async script(source) {
      if (source.length > SCRIPT_LENGTH)
        return { ok: false, reason: `it is longer than ${SCRIPT_LENGTH} characters` };
      return run({ script: source }).catch((error: unknown) => ({
        ok: false,
        reason: reasonOf(error),
      })) as Promise<ParsedScript>;
    },
    async styles(css, app) {
      if (css.length > MAX_STYLESHEET) return checkStylesheet(css, { app, stage: 'built' });
      return run({ css, app }).catch((error: unknown) => [{ line: 1, reason: reasonOf(error) }]) as Promise<
        StyleIssue[]
      >;
    },
    end,
  };
}

/** Runs in the thread. */
export function parseSource(source: Source): ParsedScript | StyleIssue[] {
  return 'script' in source
    ? parseScript(source.script)
    : checkStylesheet(source.css, { app: source.app, stage: 'built' });
}
