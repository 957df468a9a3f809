import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../build/app-paths.ts';
import { tellTypes } from '../../build/refresh/early-files.ts';
import { watchSources } from '../../build/watching.ts';
import { type Problem, problemKey, problemText } from '../../contract/development/problem.ts';
import type { CommandContext } from '../command-context.ts';
import { checkTypes, findCompiler, typeProblems } from './type-check.ts';

/**
 * Checks an app's types now and at each change of its sources, concurrently with its builds. Open pages show type
 * errors until they are fixed; the terminal prints each once. Ends with the signal.
 */
export function watchTypes(app: App, { tell, signal }: Pick<CommandContext, 'tell' | 'signal'>): void {
  const { root } = app.paths;
  const project = path.join(root, 'tsconfig.json');
  const compiler = findCompiler(root);
  if (compiler === undefined || !existsSync(project) || signal.aborted) return;
  const known = path.join(root, '.cache', 'types.tsbuildinfo');
  const options = ['--incremental', '--tsBuildInfoFile', known];
  const report = createTypeReport({ show: (problems) => tellTypes(app, problems), tell });
  const check = async (): Promise<void> => {
    const found = await checkTypes(compiler, project, { options, background: true, signal });
    if (!signal.aborted)
      report(typeProblems(app.config.name, found, (file) => textOf(path.join(root, file))));
  };
  const first = check();
  signal.addEventListener(
    'abort',
    watchSources([root], () => first.then(check)),
    { once: true },
  );
}

export interface TypeReportPorts {
  /** For open pages: all problems. */
  show(problems: Problem[]): void;
  /** To the terminal. */
  tell(text: string): void;
}

/**
 * @returns a function to call with all problems of each check. It shows them, and prints each once until it is fixed.
 */
export function createTypeReport({ show, tell }: TypeReportPorts): (problems: Problem[]) => void {
  let known: ReadonlySet<string> = new Set();
  return (problems) => {
    const texts = new Map(problems.map((problem) => [problemKey(problem), `${problemText(problem)}\n`]));
    for (const [key, text] of texts) if (!known.has(key)) tell(text);
    if (texts.size > 0 || known.size > 0) show(problems);
    known = new Set(texts.keys());
  };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
