import { codeFrame, type Problem, type SourcePlace } from '@voltframe/kit/contract/development/problem';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { FindPositions } from '../source-positions.ts';
import { browserStack, mapStack, partsOfFrame } from '../stacks.ts';
import type { CodeFailure } from '../failure-log.ts';
import type { AppSources, Editor } from './sources.ts';
import { createProblems } from './problems.ts';

/** The development features of a gateway (`DEV=1`). */
export type Development = ReturnType<typeof createDevelopment>;

export interface DevelopmentPorts {
  /** Token of the pages that may call it, valid for this start only. */
  token: string;
  editor: Editor;
  sources: AppSources;
  /** Of the scripts of pages. */
  positions: FindPositions;
  isLive(app: string, digest: string): boolean;
  /** To the terminal. */
  tell(text: string): void;
}

/** The app of an error without a known source. */
const BROWSER = 'browser';
const DIGEST = /"digest":\s*"([0-9a-f]{64})"/;

export function createDevelopment(ports: DevelopmentPorts) {
  const { token, editor, sources, positions, isLive, tell } = ports;
  const listeners: (() => void)[] = [];
  const changed = (): void => listeners.forEach((listener) => listener());
  const problems = createProblems({ tell, changed });
  return {
    token,
    editor,
    problems: problems.current,
    /** Calls back whenever the problems change. */
    onProblems: (listener: () => void): void => void listeners.push(listener),
    /** Code of a release threw in its process. @param at maps its frames to lines of the sources */
    thrown: (failure: CodeFailure, at: () => Promise<string[]>): void =>
      problems.thrown(failure, async () =>
        describeProblem(sources, failure.app, failure.message, await at()),
      ),
    /** A build was found in an app's folder. @param manifest its `release.json` */
    offered(app: string, manifest: string): void {
      const [, digest = ''] = DIGEST.exec(manifest) ?? [];
      problems.offered(app, digest, isLive(app, digest));
    },
    /**
     * The outcome of the newest releases of apps.
     * @param findings empty when they are live
     * @param warnings beside them
     */
    decided(apps: string[], findings: Finding[], warnings: Finding[] = []): void {
      for (const app of apps)
        problems.decided(
          app,
          findings.filter((entry) => entry.app === app),
        );
      for (const { app, reason, fix } of warnings) problems.seen({ app, message: `${reason}\n${fix}` });
    },
    /** An error that a page reports. @returns the problem to show */
    async seen({ message, stack }: { message: string; stack: string }): Promise<Problem> {
      const at = await mapStack(browserStack(stack), positions);
      const problem = await describeProblem(sources, BROWSER, message, at);
      problems.seen(problem);
      return problem;
    },
  };
}

const MOST_CALLS = 8;
const LONGEST_MESSAGE = 4_000;
/** Code of packages is excluded. */
const BY_HAND = /^(?:src|content|@voltframe\/kit)\//;

/**
 * @param at the calls of a mapped stack, the nearest first
 * @returns the problem, at the nearest line of a source that is the app's own; lines of packages and of the kit are
 *   skipped
 */
export async function describeProblem(
  sources: Pick<AppSources, 'read'>,
  app: string,
  message: string,
  at: string[],
): Promise<Problem> {
  const written = at.filter((call) => BY_HAND.test(partsOfFrame(call)[0]?.source ?? ''));
  const stack = (written.length > 0 ? written : at).slice(0, MOST_CALLS);
  const problem = { app, message: readable(message), ...(stack.length > 0 && { stack }) };
  for (const { app: owner, source: file, line = 0 } of at.flatMap(partsOfFrame)) {
    if (file === undefined) continue;
    const text = await sources.read(owner, file);
    if (text === undefined) continue;
    const place: SourcePlace = { file, line };
    const frame = codeFrame(text, place.line);
    return { ...problem, app: owner, place, ...(frame !== undefined && { frame }) };
  }
  return problem;
}

/** Keeps line breaks, removes other control characters. */
function readable(message: string): string {
  return message.slice(0, LONGEST_MESSAGE).replace(/[^\P{Cc}\n]|\p{Cf}/gu, '');
}
