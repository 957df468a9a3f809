import type { CandidatePage } from './candidate-pages.ts';
import { failureOf, type PageFailure, parsePageOutcome } from './outcome.ts';
import { type HydrationProcess, ProcessEnded } from './hydration-process.ts';
import type { ExposesMessage, PageMessage } from './protocol.ts';

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
      const untried = error instanceof ProcessEnded && error.by === 'machine';
      return { reason: (error as Error).message, ...(untried && { untried }) };
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
