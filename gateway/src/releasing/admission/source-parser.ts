import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { checkStylesheet, MAX_STYLESHEET, type StyleIssue } from '@voltframe/kit/packaging/check-stylesheet';
import type { ParsedScript } from './script-imports.ts';

/** Parses what releases have for browsers in a thread of its own, one after the other: the gateway answers visitors meanwhile. */
export interface SourceParser {
  /** @returns what is in it, or why it is not taken: it is no module, too large, or takes too long. Never rejects. */
  script(source: string): Promise<ParsedScript>;
  /** @returns what reaches beyond the app, or the one reason why it is not taken. Never rejects. */
  styles(css: string, app: string): Promise<StyleIssue[]>;
  /** Ends the thread; what it has in hand is not read. */
  end(): void;
}

/** What the thread is asked for. */
export type Source = { script: string } | { css: string; app: string };

interface Unread {
  ok: false;
  reason: string;
}

export interface SourceParserOptions {
  /** Longest time for one of them, in milliseconds. */
  timeoutMs: number;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** Largest script, in characters; what browsers get is a hundredth of it. */
export const SCRIPT_LENGTH = 8 * 1024 * 1024;
const MEMORY_MB = 384;

export function createSourceParser({ timeoutMs, after }: SourceParserOptions): SourceParser {
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    thread?.end();
    thread = undefined;
  };
  const readNext = async (source: Source): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    if (thread?.ended()) thread = undefined;
    thread ??= startThread();
    const callOff = after(timeoutMs, () => {
      answer.resolve({ ok: false, reason: `it takes longer than ${timeoutMs} ms to read` } satisfies Unread);
      end();
    });
    thread.read(source, answer.resolve);
    const read = await answer.promise;
    callOff();
    return read;
  };
  const read = (source: Source): Promise<unknown> => (last = last.then(() => readNext(source)));
  return {
    async script(source) {
      if (source.length > SCRIPT_LENGTH)
        return { ok: false, reason: `it is longer than ${SCRIPT_LENGTH} characters` };
      return (await read({ script: source })) as ParsedScript;
    },
    async styles(css, app) {
      if (css.length > MAX_STYLESHEET) return checkStylesheet(css, { app, stage: 'built' });
      const issues = (await read({ css, app })) as StyleIssue[] | Unread;
      return Array.isArray(issues) ? issues : [{ line: 1, reason: issues.reason }];
    },
    end,
  };
}

interface Thread {
  read(source: Source, answer: (read: unknown) => void): void;
  ended(): boolean;
  end(): void;
}

function startThread(): Thread {
  // As this file: JavaScript in the package.
  const script = `source-worker${path.extname(import.meta.filename)}`;
  const worker = new Worker(path.join(import.meta.dirname, script), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let ended = false;
  let reply: ((read: unknown) => void) | undefined;
  const fail = (reason: string): void => {
    ended = true;
    reply?.({ ok: false, reason } satisfies Unread);
  };
  worker.on('message', (read: unknown) => reply?.(read));
  worker.on('error', (error: Error) => fail(`it cannot be read: ${error.message}`));
  worker.on('exit', () => fail('it could not be read to its end'));
  return {
    read(source, answer) {
      reply = answer;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(source);
    },
    ended: () => ended,
    end: () => void worker.terminate(),
  };
}
