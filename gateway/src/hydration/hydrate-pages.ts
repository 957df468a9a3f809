import { failureOf, type PageFailure, parsePageOutcome } from './outcome.ts';
import { type HydrationProcess, ProcessEnded, type Question } from './hydration-process.ts';

/** A document, and who made it. */
export interface Page {
  url: string;
  /** Makes it when its turn comes. */
  html(): Promise<string>;
  /** Pages of one kind fail alike: after a few nothing more is learnt. */
  kind: string;
}

export interface HydratePagesOptions {
  /** Starts a process that has the scripts. */
  start(): HydrationProcess;
  /** Once it is aborted, nothing more is begun, and what runs is ended. */
  signal: AbortSignal;
  /** Once it is aborted, one page of each kind is enough. */
  hurry: AbortSignal;
}

/** What a process keeps of each page adds up. */
const PAGES_PER_PROCESS = 10;
/** It is clear enough after this many pages of a kind. */
const ENOUGH_FAILURES = 3;

/** Hydrates documents one after the other, each process some of them. */
export interface PageRunner {
  /** @returns of each page that was tried what is wrong with it, if anything is. */
  run(pages: Page[]): Promise<Map<Page, PageFailure | undefined>>;
  /** One question to a process. @throws ProcessEnded when it ends twice over it. */
  ask(question: Question): Promise<unknown>;
  end(): void;
}

export function createPageRunner({ start, signal, hurry }: HydratePagesOptions): PageRunner {
  let running: HydrationProcess | undefined = start();
  let asked = 0;
  const end = (): void => {
    running?.end();
    running = undefined;
    asked = 0;
  };
  const askOnce = (question: Question): Promise<unknown> => {
    if (signal.aborted) throw new ProcessEnded('the time of the admission is over', 'machine');
    if (asked >= PAGES_PER_PROCESS) end();
    running ??= start();
    asked++;
    return running.ask(question);
  };
  const ask = async (question: Question): Promise<unknown> => {
    try {
      return await askOnce(question);
    } catch (error) {
      end();
      // It may have been the machine's doing, or left by the page before.
      if (error instanceof ProcessEnded && error.by !== 'limit' && !signal.aborted) return askOnce(question);
      throw error;
    }
  };
  const hydrate = async ({ url, html }: Page): Promise<PageFailure | undefined> => {
    try {
      const outcome = parsePageOutcome(await ask({ type: 'page', url, html: await html() }));
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
    async run(pages) {
      const tried = new Map<Page, PageFailure | undefined>();
      const kinds = new Map<string, number>();
      for (const page of onePageOfEachKindFirst(pages)) {
        const failures = kinds.get(page.kind);
        if (signal.aborted || (hurry.aborted && failures !== undefined)) continue;
        if ((failures ?? 0) >= ENOUGH_FAILURES) continue;
        const failure = await hydrate(page);
        if (signal.aborted) continue;
        tried.set(page, failure);
        kinds.set(page.kind, (failures ?? 0) + (failure ? 1 : 0));
        // What the page left behind would make the next one look bad.
        if (failure) end();
      }
      return tried;
    },
  };
}

function onePageOfEachKindFirst(pages: Page[]): Page[] {
  const first = pages.filter(({ kind }, index) => pages.findIndex((page) => page.kind === kind) === index);
  return [...first, ...pages.filter((page) => !first.includes(page))];
}
