import { codeFrame, type Problem } from '../../contract/development/problem.ts';
import type { TypeCheck } from './type-check.ts';

const ERROR = /^(?:(?<file>.+?)\((?<line>\d+),\d+\): )?error (?<message>TS\d+: .*)$/;
/** Of one mistake in a type that all pages use. */
const MOST = 20;

/**
 * @param app its name
 * @param read the text of a file, by its path from the app's folder; undefined where there is none
 * @returns what a compiler found, with the lines around each place
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
