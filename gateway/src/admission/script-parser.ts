import { Worker } from 'node:worker_threads';
import type { ParsedScript } from './script-imports.ts';

/** Parses scripts in a thread of its own, one after the other: the gateway answers visitors meanwhile. */
export interface ScriptParser {
  /** @returns what is in it, or why it is not taken: it is no module, too large, or takes too long. Never rejects. */
  parse(source: string): Promise<ParsedScript>;
  /** Ends the thread; what it has in hand is not read. */
  end(): void;
}

export interface ScriptParserOptions {
  /** Longest time for one script, in milliseconds. */
  timeoutMs: number;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** Largest script, in characters; what browsers get is a hundredth of it. */
export const SCRIPT_LENGTH = 8 * 1024 * 1024;
const MEMORY_MB = 384;

export function createScriptParser({ timeoutMs, after }: ScriptParserOptions): ScriptParser {
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    thread?.end();
    thread = undefined;
  };
  const parseNext = async (source: string): Promise<ParsedScript> => {
    const answer = Promise.withResolvers<ParsedScript>();
    if (thread?.ended()) thread = undefined;
    thread ??= startThread();
    const callOff = after(timeoutMs, () => {
      answer.resolve({ ok: false, reason: `it takes longer than ${timeoutMs} ms to read` });
      end();
    });
    thread.read(source, answer.resolve);
    const parsed = await answer.promise;
    callOff();
    return parsed;
  };
  return {
    parse(source) {
      if (source.length > SCRIPT_LENGTH)
        return Promise.resolve({ ok: false, reason: `it is longer than ${SCRIPT_LENGTH} characters` });
      const result = last.then(() => parseNext(source));
      last = result;
      return result;
    },
    end,
  };
}

interface Thread {
  read(source: string, answer: (parsed: ParsedScript) => void): void;
  ended(): boolean;
  end(): void;
}

function startThread(): Thread {
  const worker = new Worker(new URL('./script-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let ended = false;
  let reply: ((parsed: ParsedScript) => void) | undefined;
  const fail = (reason: string): void => {
    ended = true;
    reply?.({ ok: false, reason });
  };
  worker.on('message', (parsed: ParsedScript) => reply?.(parsed));
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
