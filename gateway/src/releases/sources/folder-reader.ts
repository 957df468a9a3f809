import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FolderFile, FolderLook } from './bounded-file.ts';

/**
 * Reads release folders in a thread of its own. They may be on a disk over a network, and one that hangs holds up whoever
 * reads from it at once, as it takes the threads that everything else is read with: here it holds up releases alone.
 */
export interface FolderReader {
  /** See `lookAt`. @throws when the disk says nothing. */
  look(folder: string, files: string[]): Promise<FolderLook>;
  /** See `readBounded`. @throws what the disk says, or that it says nothing. */
  file(base: string, file: string, most: number): Promise<FolderFile>;
  /** Ends the thread; what it has in hand fails. */
  end(): void;
}

/** What the thread is asked for, and what it says. */
export type FolderQuestion =
  | { folder: string; files: string[] }
  | { base: string; file: string; most: number };
export type FolderAnswer = { value: FolderLook | FolderFile } | { error: string };

/** Takes questions, many at once, and answers them in their order; it is asked nothing more before it has. */
export interface FolderThread {
  ask(questions: FolderQuestion[]): void;
  /** From then on it says nothing any more. */
  end(): void;
}

/** Told of what a thread says, and when it ends by itself. */
export interface FolderThreadEvents {
  answered(answers: FolderAnswer[]): void;
  ended(error: Error): void;
}

export interface FolderReaderOptions {
  start?: (events: FolderThreadEvents) => FolderThread;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
}

interface Asked {
  question: FolderQuestion;
  answer(answer: FolderAnswer): void;
}

/** Without an answer for so long nobody waits any more: a start goes on without these releases, and looks again. */
const SILENT_MS = 10_000;
/** The thread has ten megabytes: most gateways look at their folders at the start alone. */
const IDLE_MS = 10_000;

export function createFolderReader({ start = startThread, after }: FolderReaderOptions): FolderReader {
  let thread: FolderThread | undefined;
  /** What the thread has in hand, and what it is given next. A disk that hangs is asked for nothing more. */
  let [asked, waiting]: [Asked[], Asked[]] = [[], []];
  let isBusy = false;
  const timer = createTimer(after);
  const fail = (error: string): void => {
    for (const { answer } of [...asked, ...waiting]) answer({ error });
    [asked, waiting] = [[], []];
  };
  const failSilent = (): void => fail(`the disk of a release folder says nothing for ${SILENT_MS / 1_000} s`);
  const end = (error = new Error('release folders are read no more')): void => {
    timer.stop();
    thread?.end();
    thread = undefined;
    isBusy = false;
    fail(error.message);
  };
  const answered = (answers: FolderAnswer[]): void => {
    // None is left of those that took too long.
    for (const [index, { answer }] of asked.entries()) answer(answers[index]!);
    asked = [];
    isBusy = false;
    timer.start(IDLE_MS, end);
    askNext();
  };
  const askNext = (): void => {
    if (isBusy || waiting.length === 0) return;
    thread ??= start({ answered, ended: end });
    [asked, waiting] = [waiting, []];
    isBusy = true;
    timer.start(SILENT_MS, failSilent);
    thread.ask(asked.map(({ question }) => question));
  };
  const ask = async (question: FolderQuestion): Promise<unknown> => {
    const answer = await new Promise<FolderAnswer>((resolve) => {
      waiting.push({ question, answer: resolve });
      if (!isBusy) queueMicrotask(askNext); // with whatever else is asked until then
      else if (!timer.runs()) timer.start(SILENT_MS, failSilent);
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  };
  return {
    look: async (folder, files) => (await ask({ folder, files })) as FolderLook,
    async file(base, file, most) {
      const found = (await ask({ base, file, most })) as FolderFile;
      // A thread hands bytes over without their class.
      return found.ok && found.body ? { ...found, body: bufferOf(found.body) } : found;
    },
    end: () => end(),
  };
}

/** One at a time: another one takes its place. */
function createTimer(after: FolderReaderOptions['after']) {
  let callOff: (() => void) | undefined;
  const stop = (): void => {
    callOff?.();
    callOff = undefined;
  };
  return {
    stop,
    runs: (): boolean => callOff !== undefined,
    start(ms: number, callback: () => void): void {
      stop();
      callOff = after(ms, () => {
        callOff = undefined;
        callback();
      });
    },
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function startThread({ answered, ended }: FolderThreadEvents): FolderThread {
  // As this file: JavaScript in the package.
  const script = `folder-worker${path.extname(import.meta.filename)}`;
  const worker = new Worker(path.join(import.meta.dirname, script), { env: {} });
  let isOver = false;
  worker.on('message', (answers: FolderAnswer[]) => isOver || answered(answers));
  worker.on('error', (error: Error) => isOver || ended(error));
  worker.on('exit', () => isOver || ended(new Error('the thread that reads release folders has ended')));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    ask: (questions) => worker.postMessage(questions),
    end() {
      isOver = true;
      void worker.terminate();
    },
  };
}
