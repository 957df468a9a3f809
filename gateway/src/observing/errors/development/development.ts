import type { Problem } from '@voltframe/kit/contract/development/problem';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import { browserStack } from '../failures/browser-stack.ts';
import type { CodeFailure } from '../failures/failure-log.ts';
import { type FindPositions, mapStack } from '../failures/mapped-stack.ts';
import type { AppSources } from './app-sources.ts';
import { describeProblem } from './describe-problem.ts';
import type { Editor } from './editor.ts';
import { createProblems } from './problems.ts';

/** What a gateway does for whoever works on the apps that it serves (`DEV=1`). */
export interface Development {
  /** Of the pages that may call it; of this start alone. */
  token: string;
  editor: Editor;
  problems(): Problem[];
  /** Calls back whenever the problems change. */
  onProblems(listener: () => void): void;
  /** Code of a release threw in its process. @param at finds its lines in the sources */
  thrown(failure: CodeFailure, at: () => Promise<string[]>): void;
  /** A build was found in an app's folder. @param manifest its `release.json` */
  offered(app: string, manifest: string): void;
  /** What became of the newest releases of apps. @param findings none: they are live */
  decided(apps: string[], findings: Finding[]): void;
  /** An error in a page, told of by that page. @returns what is to be shown of it */
  seen(error: { message: string; stack: string }): Promise<Problem>;
}

export interface DevelopmentPorts {
  token: string;
  editor: Editor;
  sources: AppSources;
  /** Of the scripts of pages. */
  positions: FindPositions;
  isLive(app: string, digest: string): boolean;
  /** To the terminal. */
  tell(text: string): void;
}

/** Whose an error is that no app's source is known of. */
const BROWSER = 'browser';
const DIGEST = /"digest":\s*"([0-9a-f]{64})"/;

export function createDevelopment(ports: DevelopmentPorts): Development {
  const { token, editor, sources, positions, isLive, tell } = ports;
  const listeners: (() => void)[] = [];
  const changed = (): void => listeners.forEach((listener) => listener());
  const problems = createProblems({ tell, changed });
  return {
    token,
    editor,
    problems: problems.current,
    onProblems: (listener) => void listeners.push(listener),
    thrown: (failure, at) =>
      problems.thrown(failure, async () =>
        describeProblem(sources, failure.app, failure.message, await at()),
      ),
    offered(app, manifest) {
      const [, digest = ''] = DIGEST.exec(manifest) ?? [];
      problems.offered(app, digest, isLive(app, digest));
    },
    decided(apps, findings) {
      for (const app of apps)
        problems.decided(
          app,
          findings.filter((entry) => entry.app === app),
        );
    },
    async seen({ message, stack }) {
      const at = await mapStack(browserStack(stack), positions);
      const problem = await describeProblem(sources, BROWSER, message, at);
      problems.seen(problem);
      return problem;
    },
  };
}
