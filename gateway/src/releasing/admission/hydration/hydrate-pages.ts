import type { CandidatePage } from './candidate-pages.ts';
import { type FailureCause, failureCause } from './failure-cause.ts';
import type { ExposesMessage, PageMessage, LoadMessage } from './protocol.ts';
import { z } from 'zod';
import type { CallLimits } from '../../../platform/runtime/child-watch.ts';
import {
  type ChildCall,
  type EndedBy,
  SupervisedChild,
  type SupervisedChildOptions,
} from '../../../platform/runtime/supervised-child.ts';

/** What ends a run before its last page. */
export interface Signals {
  /** After an abort no page is started, and running ones are ended. */
  signal: AbortSignal;
  /** @returns whether one page of each of the narrowest groups is enough from now on. */
  hurry(): boolean;
  /** @returns whether one page of each of the widest groups is enough from now on. */
  enough(): boolean;
}

/** Pages of one process, which leaks six megabytes for each. Starting a process takes as long as five pages. */
const PAGES_PER_PROCESS = 16;
/** Failures after which a narrowest group ends, because its pages fail for the same reason. */
const ENOUGH_FAILURES = 3;

/**
 * Hydrates documents one after the other, divided among the processes.
 * @param start starts a process that has the scripts.
 */
export function createPageRunner(start: () => HydrationProcess, signals: Signals) {
  const { signal } = signals;
  let running: HydrationProcess | undefined = start();
  let calls = 0;
  const end = (): void => {
    running?.end();
    running = undefined;
    calls = 0;
  };
  const askOnce = (question: PageMessage | ExposesMessage): Promise<unknown> => {
    if (signal.aborted) throw new ProcessEnded('the time of the admission is over', 'machine');
    if (calls >= PAGES_PER_PROCESS || running?.hasEnded) end();
    running ??= start();
    calls++;
    return running.ask(question);
  };
  /** One question to a process. @throws ProcessEnded when it ends twice over it. */
  const ask = async (question: PageMessage | ExposesMessage): Promise<unknown> => {
    try {
      return await askOnce(question);
    } catch (error) {
      end();
      // The machine or the previous page may have caused the end.
      if (error instanceof ProcessEnded && error.by !== 'limit' && !signal.aborted) return askOnce(question);
      throw error;
    }
  };
  const hydrate = async ({ url, document }: CandidatePage): Promise<PageFailure | undefined> => {
    try {
      const outcome = parsePageOutcome(await ask({ type: 'page', url, ...(await document()) }));
      return outcome ? failureOf(outcome) : { reason: 'what its process says of it is malformed' };
    } catch (error) {
      const { by, loop } = error instanceof ProcessEnded ? error : {};
      const untried = by === 'machine';
      const reason = (error as Error).message;
      return { reason, ...(untried && { untried }), ...(loop !== undefined && { stack: loop }) };
    }
  };
  signal.addEventListener('abort', end);
  return {
    ask,
    end() {
      signal.removeEventListener('abort', end);
      end();
    },
    /** @returns the outcome of each tried page. */
    async run(pages: CandidatePage[]) {
      const tried = new Map<CandidatePage, PageFailure | undefined>();
      const limit = createLimit(signals);
      for (const page of inOrder(pages)) {
        if (!limit.leaves(page)) continue;
        const failure = await hydrate(page);
        if (signal.aborted) continue;
        tried.set(page, failure);
        limit.count(page, failure !== undefined);
        // A new process, because state of the page would affect the next one.
        if (failure) end();
      }
      return tried;
    },
  };
}

/** @returns a function that selects the pages that are still to be tried, by elapsed time and failures. */
function createLimit({ signal, hurry, enough }: Signals) {
  const widest = new Set<string | undefined>();
  const failures = new Map<string | undefined, number>();
  return {
    leaves({ groups }: CandidatePage): boolean {
      const failed = failures.get(groups.at(-1));
      if (signal.aborted || (hurry() && failed !== undefined)) return false;
      if (enough() && widest.has(groups[0])) return false;
      return (failed ?? 0) < ENOUGH_FAILURES;
    },
    count({ groups }: CandidatePage, isFailure: boolean): void {
      const narrowest = groups.at(-1);
      widest.add(groups[0]);
      failures.set(narrowest, (failures.get(narrowest) ?? 0) + (isFailure ? 1 : 0));
    },
  };
}

type Standing = Pick<CandidatePage, 'groups' | 'key'>;

/** @returns one page of each of the widest groups, then of each of the next, to the narrowest; then all others. */
export function inOrder<Ordered extends Standing>(pages: readonly Ordered[]): Ordered[] {
  const left = new Set(pages.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
  const levels = Math.max(0, ...new Set(pages.map(({ groups }) => groups.length)));
  const ordered: Ordered[] = [];
  const seen = new Set<string>();
  for (let level = 0; level < levels; level++)
    for (const page of left) {
      const name = nameAt(page, level);
      if (seen.has(name)) continue;
      left.delete(page);
      ordered.push(page);
      for (let of = 0; of < levels; of++) seen.add(nameAt(page, of));
    }
  return [...ordered, ...left];
}

/** Two levels may have the same name. */
function nameAt({ groups }: Standing, level: number): string {
  return `${level} ${groups[level] ?? groups.at(-1) ?? ''}`;
}

const text = z.string().max(600);
const note = z.object({
  kind: z.string().max(20),
  message: text,
  stack: z.string().max(4_000).optional(),
});
const differing = z.object({ where: z.string().max(400), server: text, browser: text });
const page = z.object({
  state: z.enum(['hydrated', 'off', 'late', 'failed']),
  restless: z.boolean().default(false),
  notes: z.array(note).max(20),
  reported: z.boolean().default(false),
  difference: differing.optional(),
});
const exposes = z.object({
  failed: z.array(note.extend({ app: z.string().max(40), what: z.string().max(200) })).max(200),
});

/** Parses the untrusted outcome of a process for a document. */
export type PageOutcome = z.infer<typeof page>;

/** The defect of a page in the browser. */
export interface PageFailure {
  reason: string;
  /** Frames of the error, nearest first, untrusted. */
  stack?: string | undefined;
  /** It could not be completed, possibly because of the machine. */
  untried?: boolean;
  /** It makes a stylesheet that its policy refuses; `stack` is of the code that makes it. */
  isStyles?: boolean;
  /** Absent: its error does not tell. */
  cause?: FailureCause;
}

/** React's error numbers of hydration mismatches. */
const DIFFERS = /Minified React error #(?:418|419|422|423|425)\b|[Hh]ydrat/;

export const parsePageOutcome = (outcome: unknown): PageOutcome | undefined => page.safeParse(outcome).data;
export const parseExposesOutcome = (outcome: unknown) => exposes.safeParse(outcome).data;

/** @returns the defect of a page; undefined when it hydrated without an error and without a difference. */
export function failureOf(outcome: PageOutcome): PageFailure | undefined {
  const { state, notes, reported, restless } = outcome;
  // The other errors may follow from the missing styles.
  const styles = notes.find(({ kind }) => kind === 'styles');
  if (styles) return { reason: styles.message, stack: styles.stack, isStyles: true };
  const [first] = notes;
  if (first) {
    const { kind, message, stack } = first;
    const difference = DIFFERS.test(message) ? outcome.difference : undefined;
    const cause = failureCause(message, difference, kind === 'policy');
    return { reason: reasonOf(first, outcome), stack, cause };
  }
  if (state === 'off') return { reason: 'its scripts could not be loaded' };
  if (state !== 'hydrated') return { reason: 'it does not hydrate' };
  if (reported) return { reason: 'it reports a failure' };
  return restless ? { reason: 'it renders again and again without end' } : undefined;
}

function reasonOf({ kind, message }: PageOutcome['notes'][number], { difference }: PageOutcome): string {
  if (!DIFFERS.test(message)) return kind === 'rejection' ? `an unhandled rejection: ${message}` : message;
  if (!difference) return 'the HTML of the server is not what the browser renders';
  const { where, server, browser } = difference;
  return `the HTML differs first in ${where}: the server has ${server}, the browser ${browser}`;
}

interface HydrationCall extends ChildCall {
  reject(error: Error): void;
}

export interface HydrationProcessOptions extends Pick<
  SupervisedChildOptions<HydrationCall>,
  'child' | 'now' | 'every' | 'read'
> {
  load: LoadMessage;
  /** Sources of its scripts, in their order. */
  sources: Buffer[];
  memoryBytes: number;
}

/** Largest answer: some notes with their stacks. */
const MOST_ANSWER_BYTES = 1024 * 1024;
/** A process that is idle for this time waits for an event that never comes. A busy machine only slows it down. */
const LOAD_LIMITS: CallLimits = { idleMs: 30_000 };
const PAGE_LIMITS: CallLimits = { idleMs: 30_000, workMs: 4_000 };
/** Factor of the memory limit of its code. */
const MOST_MEMORY = 2;

export interface HydrationProcess {
  /** @returns its answer, not yet parsed. @throws ProcessEnded */
  ask(question: PageMessage | ExposesMessage): Promise<unknown>;
  readonly hasEnded: boolean;
  end: () => void;
}

export class ProcessEnded extends Error {
  readonly by: EndedBy;
  /** The stack of code that ran for too long. */
  readonly loop: string | undefined;

  constructor(reason: string, by: EndedBy, loop?: string) {
    super(reason);
    this.by = by;
    this.loop = loop;
  }
}

/** One process that hydrates one document after the other. */
export function startHydrationProcess(options: HydrationProcessOptions): HydrationProcess {
  const { load, sources, memoryBytes, ...supervised } = options;
  let over: ProcessEnded | undefined;
  const child = new SupervisedChild<HydrationCall>({
    ...supervised,
    anonymousBytes: memoryBytes * MOST_MEMORY,
    partBytes: MOST_ANSWER_BYTES,
    ended({ reason, by, stack }, unfinished) {
      over = new ProcessEnded(reason, by, stack);
      for (const { call } of unfinished) call.reject(over);
    },
  });
  const call = (limits: CallLimits, message: { type: string }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (over) return reject(over);
      child.call({ limits, answered: ({ result }) => resolve(result), reject }, message);
    });
  child.write(sources);
  const loaded = call(LOAD_LIMITS, load);
  loaded.catch(() => {}); // each call fails with the same error
  return {
    async ask(question: PageMessage | ExposesMessage): Promise<unknown> {
      await loaded;
      return call(PAGE_LIMITS, question);
    },
    get hasEnded() {
      return over !== undefined;
    },
    end: () => child.end('it is not needed any more'),
  };
}
