import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import type { App } from '../build/app-paths.ts';
import { tellTypes } from '../build/refresh/build-events.ts';
import { watchSources } from '../build/watching.ts';
import { codeFrame, type Problem, problemKey, problemText } from '../contract/development/problem.ts';
import { plainTarget } from './dead-target.ts';
import type { CommandContext } from './command.ts';

const MOST_SAID = 100_000;

/**
 * @param root folder of an app.
 * @returns the script of its TypeScript, else of the kit's; undefined where neither is installed.
 */
export function findCompiler(root: string): string | undefined {
  for (const from of [path.join(root, 'package.json'), import.meta.filename]) {
    try {
      return path.join(path.dirname(createRequire(from).resolve('typescript/package.json')), 'bin/tsc');
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

/**
 * @param compiler from {@link findCompiler}
 * @param project a `tsconfig.json`
 * @param options further arguments; `background`: with low priority; `signal` ends it
 * @returns the exit code, 0 without type errors, and the output: `src/home.tsx(7,27): error TS2322: …`, a line each,
 * with the lines that belong to it indented
 */
export async function checkTypes(
  compiler: string,
  project: string,
  {
    options = [],
    background = false,
    signal,
  }: { options?: string[]; background?: boolean; signal?: AbortSignal } = {},
) {
  const args = [compiler, '--noEmit', '--pretty', 'false', '--project', project, ...options];
  const child = spawn(process.execPath, args, {
    cwd: path.dirname(project),
    stdio: ['ignore', 'pipe', 'ignore'],
    // SIGKILL, because it writes no file and handles SIGTERM only at its end.
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  if (background) giveWay(child.pid);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, MOST_SAID)));
  const code = await new Promise<number | null>((ended) => {
    child.once('close', ended);
    // The signal has ended the compiler. Its child processes may continue to write.
    child.once('error', () => ended(null));
  });
  child.stdout.destroy();
  return { code, said };
}

function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system does not allow the change.
  }
}

const ERROR = /^(?:(?<file>.+?)\((?<line>\d+),\d+\): )?error (?<message>TS\d+: .*)$/;
/** Written by `mfe sync`. */
const SITE_TYPES = 'mfe-env.d.ts';
/** Most problems: one mistake in a common type causes many. */
const MOST = 20;

/**
 * @param app its name
 * @param read returns the text of a file, by its path from the app's folder; undefined for a missing file
 * @returns the problems of a compiler, with the lines around each place
 */
export function typeProblems(
  app: string,
  { code, said }: Awaited<ReturnType<typeof checkTypes>>,
  read: (file: string) => string | undefined,
): Problem[] {
  const problems: Problem[] = [];
  const siteTypes = read(SITE_TYPES);
  for (const text of said.split(/\r?\n/)) {
    const found = ERROR.exec(text)?.groups;
    const last = problems.at(-1);
    if (found) {
      const message = plainTarget(found['message']!, siteTypes);
      problems.push(problemAt(app, message, found['file'], Number(found['line']), read));
    } else if (last && text.startsWith(' ')) last.message += `\n${text}`;
  }
  if (code !== 0 && problems.length === 0)
    return [{ app, message: said.trim() || `TypeScript ended with ${String(code)}` }];
  return problems.slice(0, MOST);
}

/** @param root folder of the app. @returns the lines of a compiler; the error of a dead link names the nearest page. */
export function plainErrors(said: string, root: string): string[] {
  const siteTypes = textOf(path.join(root, SITE_TYPES));
  return said
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/TS\d+: .*$/, (message) => plainTarget(message, siteTypes)));
}

function problemAt(
  app: string,
  message: string,
  file: string | undefined,
  line: number,
  read: (file: string) => string | undefined,
): Problem {
  if (file === undefined) return { app, message };
  const frame = codeFrame(read(file) ?? '', line);
  return { app, message, place: { file, line }, ...(frame !== undefined && { frame }) };
}

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
  const report = createTypeReport((problems) => tellTypes(app, problems), tell);
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

/**
 * @param show for open pages: all problems
 * @param tell to the terminal
 * @returns a function to call with all problems of each check. It shows them, and prints each once until it is fixed.
 */
export function createTypeReport(
  show: (problems: Problem[]) => void,
  tell: (text: string) => void,
): (problems: Problem[]) => void {
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
