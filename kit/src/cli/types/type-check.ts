import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { codeFrame, type Problem } from '../../contract/development/problem.ts';

const MOST_SAID = 100_000;

/** The result of a TypeScript compiler for a project. */
export interface TypeCheck {
  /** Exit code; 0: no type errors. */
  code: number | null;
  /** `src/home.tsx(7,27): error TS2322: …`, a line each, with lines that belong to it indented. */
  said: string;
}

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
 */
export async function checkTypes(
  compiler: string,
  project: string,
  { options = [], background = false, signal }: CheckOptions = {},
): Promise<TypeCheck> {
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

export interface CheckOptions {
  options?: string[];
  background?: boolean;
  signal?: AbortSignal;
}

function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system does not allow the change.
  }
}

const ERROR = /^(?:(?<file>.+?)\((?<line>\d+),\d+\): )?error (?<message>TS\d+: .*)$/;
/** Most problems: one mistake in a common type causes many. */
const MOST = 20;

/**
 * @param app its name
 * @param read returns the text of a file, by its path from the app's folder; undefined for a missing file
 * @returns the problems of a compiler, with the lines around each place
 */
export function typeProblems(
  app: string,
  { code, said }: TypeCheck,
  read: (file: string) => string | undefined,
): Problem[] {
  const problems: Problem[] = [];
  for (const text of said.split(/\r?\n/)) {
    const found = ERROR.exec(text)?.groups;
    const last = problems.at(-1);
    if (found) problems.push(problemAt(app, found['message']!, found['file'], Number(found['line']), read));
    else if (last && text.startsWith(' ')) last.message += `\n${text}`;
  }
  if (code !== 0 && problems.length === 0)
    return [{ app, message: said.trim() || `TypeScript ended with ${String(code)}` }];
  return problems.slice(0, MOST);
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
