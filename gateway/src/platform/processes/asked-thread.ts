import path from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';

/** A thread of its own for what takes its time: it is given many questions at once, and gives their answers. */
export interface AskedThread<Question, Value> {
  /** @throws what the thread says is wrong with it, or that it says nothing. */
  ask(question: Question): Promise<Value>;
  /** Ends the thread; what it has in hand fails. */
  end(): void;
}

/** What the thread says to one question. */
export type ThreadAnswer<Value> = { value: Value } | { error: string };

/** Takes questions, many at once, and answers them in their order; it is asked nothing more before it has. */
export interface RunningThread<Question> {
  ask(questions: Question[]): void;
  /** From then on it says nothing any more. */
  end(): void;
}

/** Told of what a thread says, and when it ends by itself. */
export interface ThreadEvents<Value> {
  answered(answers: ThreadAnswer<Value>[]): void;
  ended(error: Error): void;
}

export interface AskedThreadOptions<Question, Value> {
  /** Begins one, whenever there is a question and none runs. */
  start(events: ThreadEvents<Value>): RunningThread<Question>;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
  /** Without an answer for so many milliseconds nobody waits any more; absent: an answer always comes. */
  silent?: { ms: number; reason: string };
  /** What is said of questions that nobody will answer. */
  over: string;
}

interface Asked<Question, Value> {
  question: Question;
  answer(answer: ThreadAnswer<Value>): void;
}

/** A thread has ten megabytes: most gateways need theirs at the start alone. */
const IDLE_MS = 10_000;

export function createAskedThread<Question, Value>({
  start,
  after,
  silent,
  over,
}: AskedThreadOptions<Question, Value>): AskedThread<Question, Value> {
  let thread: RunningThread<Question> | undefined;
  /** What the thread has in hand, and what it is given next. One that hangs is asked for nothing more. */
  let [asked, waiting]: [Asked<Question, Value>[], Asked<Question, Value>[]] = [[], []];
  let isBusy = false;
  const timer = createTimer(after);
  const fail = (error: string): void => {
    for (const { answer } of [...asked, ...waiting]) answer({ error });
    [asked, waiting] = [[], []];
  };
  const limitSilence = (): void => {
    if (silent) timer.start(silent.ms, () => fail(silent.reason));
  };
  const end = (error = new Error(over)): void => {
    timer.stop();
    thread?.end();
    thread = undefined;
    isBusy = false;
    fail(error.message);
  };
  const answered = (answers: ThreadAnswer<Value>[]): void => {
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
    timer.stop();
    limitSilence();
    thread.ask(asked.map(({ question }) => question));
  };
  return {
    async ask(question) {
      const answer = await new Promise<ThreadAnswer<Value>>((resolve) => {
        waiting.push({ question, answer: resolve });
        if (isBusy) return void (timer.runs() || limitSilence());
        timer.stop(); // it is not over before it was asked
        setImmediate(askNext); // with whatever else is asked until then
      });
      if ('error' in answer) throw new Error(answer.error);
      return answer.value;
    },
    end: () => end(),
  };
}

/** One at a time: another one takes its place. */
function createTimer(after: AskedThreadOptions<never, never>['after']) {
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

export interface ThreadOptions<Question> {
  /** What of the questions the thread takes over instead of a copy. */
  transfer?(questions: Question[]): Transferable[];
  /** What it is told at its start. */
  data?: string;
}

/**
 * Starts the thread of a script.
 * @param script path without its extension, which is that of this file: JavaScript in the package.
 * @param name what it is, for people.
 */
export function startThread<Question, Value>(
  { answered, ended }: ThreadEvents<Value>,
  script: string,
  name: string,
  { transfer = () => [], data }: ThreadOptions<Question> = {},
): RunningThread<Question> {
  const worker = new Worker(script + path.extname(import.meta.filename), { env: {}, workerData: data });
  let isOver = false;
  worker.on('message', (answers: ThreadAnswer<Value>[]) => isOver || answered(answers));
  worker.on('error', (error: Error) => isOver || ended(error));
  worker.on('exit', () => isOver || ended(new Error(`${name} has ended`)));
  return {
    ask: (questions) => worker.postMessage(questions, transfer(questions)),
    end() {
      isOver = true;
      void worker.terminate();
    },
  };
}
