import { type Problem, problemKey } from '../../../../contract/development/problem.ts';
import { matchRoute } from '../../../../contract/routing/match-route.ts';
import type { ProblemsEvent, TypesEvent } from '../../refresh-event.ts';

export type PageProblems = ReturnType<typeof createPageProblems>;

/** Reports an error to the gateway, which answers with its place in the sources. */
type Report = (token: string, error: { message: string; stack: string }) => Promise<Response>;

/** Most problems of the page itself, because a loop may throw the same error a thousand times. */
const MOST = 5;

/**
 * Problems from builds, the gateway, and the page itself.
 * @param path of the page that is shown: it shows no problems of other pages
 */
export function createPageProblems(report: Report, show: (problems: Problem[]) => void, path: () => string) {
  const built = new Map<string, Problem[]>();
  let released: Problem[] = [];
  const thrown = new Map<string, Problem | undefined>();
  let shownAt = path();
  const token = Promise.withResolvers<string>();
  let newest: Promise<string> = token.promise;

  const draw = (): void => {
    const seen = [...thrown.values()].filter((one) => one !== undefined);
    const own = released.filter((problem) => isOf(problem, path()));
    const all = [...[...built.values()].flat(), ...own, ...seen];
    // Server and browser may throw the same error.
    show([...new Map(all.toReversed().map((one) => [problemKey(one), one])).values()].toReversed());
  };

  const tell = (by: string, found: Problem[]): void => {
    if (found.length === 0 && !built.delete(by)) return;
    if (found.length > 0) built.set(by, found);
    draw();
  };

  async function describe(message: string, stack: string): Promise<Problem> {
    try {
      const answer = await report(await newest, { message, stack });
      if (answer.ok) return (await answer.json()) as Problem;
    } catch {
      // The gateway has ended, so the browser's own stack is used.
    }
    return { app: 'browser', message, stack: callsOf(stack) };
  }

  return {
    /** An app was built, or its build failed. */
    build: (app: string, problem: Problem | undefined) => tell(app, problem ? [problem] : []),
    /** All problems of the gateway, and type errors. */
    known(event: ProblemsEvent | TypesEvent): void {
      if ('types' in event) return tell(`types of ${event.app}`, event.types);
      token.resolve(event.token);
      newest = Promise.resolve(event.token);
      if (event.problems.length + released.length === 0) return;
      released = event.problems;
      draw();
    },
    /** The page threw. @param calls component stack, when React reports it separately */
    browser(cause: unknown, calls = ''): void {
      const { message, stack } = textsOf(cause);
      if (thrown.has(message) || thrown.size >= MOST) return;
      thrown.set(message, undefined);
      void describe(message, `${calls}\n${stack}`).then((problem) => {
        if (!thrown.has(message)) return;
        thrown.set(message, problem);
        draw();
      });
    },
    /** Something else is shown. Errors that the browser threw belong to the page before. */
    viewed(): void {
      if (path() === shownAt) return;
      shownAt = path();
      const hadThrown = thrown.size > 0;
      thrown.clear();
      if (hadThrown || released.some(({ routes }) => routes)) draw();
    },
    /** Newer code is in the page, so earlier errors are cleared. */
    renewed(): void {
      if (thrown.size === 0) return;
      thrown.clear();
      draw();
    },
  };
}

function isOf({ routes }: Problem, path: string): boolean {
  const patterns = routes?.map((route) => ({ id: route, path: route }));
  return !patterns || matchRoute(patterns, path) !== null;
}

/** Any thrown value. */
function textsOf(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: '' };
  const { message, stack = '' } = error;
  // Chromium repeats the message there, which may contain any text.
  const end = stack.indexOf(message) + message.length;
  return { message, stack: stack.includes(message) ? stack.slice(end) : stack };
}

function callsOf(stack: string): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim().replace(/^at /, ''))
    .filter(Boolean);
}

/**
 * Listens for errors of a page: uncaught ones, and those that React writes to the console (failed hydration,
 * components that threw).
 * @param onError called with a component stack in React's format, if any
 */
export function watchBrowserErrors(
  { window, console }: { window: Pick<Window, 'addEventListener'>; console: Pick<Console, 'error'> },
  onError: (thrown: unknown, calls?: string) => void,
): void {
  window.addEventListener('error', ({ error, message }) => onError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => onError(reason));
  const write = console.error.bind(console);
  console.error = (...values: unknown[]): void => {
    write(...values);
    const error = values.find((value) => value instanceof Error);
    if (error) onError(error, values.find(isCalls));
  };
}

function isCalls(value: unknown): value is string {
  return typeof value === 'string' && /^\s+at \S/.test(value);
}
