import type { CallLimits } from '../../../platform/runtime/child-watch.ts';
import {
  type ChildCall,
  type EndedBy,
  SupervisedChild,
  type SupervisedChildOptions,
} from '../../../platform/runtime/supervised-child.ts';
import type { ExposesMessage, LoadMessage, PageMessage } from './protocol.ts';

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

export type HydrationProcess = ReturnType<typeof startHydrationProcess>;

export class ProcessEnded extends Error {
  readonly by: EndedBy;

  constructor(reason: string, by: EndedBy) {
    super(reason);
    this.by = by;
  }
}

/** One process that hydrates one document after the other. */
export function startHydrationProcess(options: HydrationProcessOptions) {
  const { load, sources, memoryBytes, ...supervised } = options;
  let over: ProcessEnded | undefined;
  const child = new SupervisedChild<HydrationCall>({
    ...supervised,
    anonymousBytes: memoryBytes * MOST_MEMORY,
    partBytes: MOST_ANSWER_BYTES,
    ended({ reason, by }, unfinished) {
      over = new ProcessEnded(reason, by);
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
    /** @returns its answer, not yet parsed. @throws ProcessEnded */
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
