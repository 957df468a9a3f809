import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkTypes, createTypeReport, findCompiler, typeProblems } from '../../src/cli/type-check.ts';
import type { Problem } from '../../src/contract/development/problem.ts';
import { temporaryFolder } from '../temporary-folders.ts';

/** A compiler with this script, and the path of a project. */
function project(script: string): { compiler: string; file: string } {
  const folder = temporaryFolder();
  const compiler = path.join(folder, 'tsc.cjs');
  writeFileSync(compiler, script);
  return { compiler, file: path.join(folder, 'tsconfig.json') };
}

it('returns output and exit code of the compiler', async () => {
  const { compiler, file } = project('console.log(process.argv.slice(2).join()); process.exitCode = 2;');
  expect(await checkTypes(compiler, file, { options: ['--incremental'], background: true })).toEqual({
    code: 2,
    said: `--noEmit,--pretty,false,--project,${file},--incremental\n`,
  });
});

it('kills the compiler when the signal aborts', async () => {
  const { compiler, file } = project('setInterval(() => {}, 1000);');
  const { code } = await checkTypes(compiler, file, { signal: AbortSignal.abort() });
  expect(code).not.toBe(0);
});

it('uses the TypeScript of the kit for an app without one', () => {
  expect(findCompiler(tmpdir())).toMatch(/typescript.bin.tsc$/);
});

const SOURCE = 'one\ntwo\nthree';
const read = (file: string) => (file === 'src/home.tsx' ? SOURCE : undefined);
const problemsOf = (said: string, code: number | null = 2) => typeProblems('blog', { code, said }, read);
const AT = 'src/home.tsx(2,14): error TS2322: ';

it('returns file, line, code frame and the complete message', () => {
  const said = `${AT}Type 'string' is not assignable to type 'Post'.\r\n  Type 'string' lacks title.\n`;
  expect(problemsOf(said)).toEqual([
    {
      app: 'blog',
      message: "TS2322: Type 'string' is not assignable to type 'Post'.\n  Type 'string' lacks title.",
      place: { file: 'src/home.tsx', line: 2 },
      frame: '  1 | one\n> 2 | two\n  3 | three',
    },
  ]);
});

it.each([
  [
    'a file that cannot be read',
    'src/(group)/gone.tsx(9,1): error TS1: gone',
    { file: 'src/(group)/gone.tsx', line: 9 },
  ],
  ['no file', 'error TS18003: No inputs were found', undefined],
])('returns a mistake in %s without a code frame', (_, said, place) => {
  const [found] = problemsOf(said);
  const { message, ...rest } = found!;
  expect(message).toMatch(/^TS\d+: /);
  expect(rest).toEqual({ app: 'blog', ...(place && { place }) });
});

it('returns no problems when all types are correct', () => {
  expect(problemsOf('', 0)).toEqual([]);
});

it.each([
  ['with output', 'Out of memory\n', 'Out of memory'],
  ['without output', '', 'TypeScript ended with 134'],
])('returns one problem for a failed compiler %s', (_, said, message) => {
  expect(problemsOf(said, 134)).toEqual([{ app: 'blog', message }]);
});

it('returns the first twenty of a thousand problems', () => {
  expect(problemsOf(`${AT}no\n`.repeat(1_000))).toHaveLength(20);
});

const problem = (message: string, line = 1): Problem => ({
  app: 'blog',
  message,
  place: { file: 'src/a.ts', line },
});

it('prints each mistake once until it is fixed, even if its line moves', () => {
  const printed: string[] = [];
  const report = createTypeReport(
    () => {},
    (text) => void printed.push(text),
  );
  report([problem('one')]);
  report([problem('one', 7), problem('two')]);
  report([problem('two')]);
  report([problem('one'), problem('two')]);
  expect(printed).toEqual(['one', 'two', 'one'].map((message) => `blog src/a.ts:1: ${message}\n`));
});

it('shows all mistakes each time, and an empty list once after the last fix', () => {
  const shown: Problem[][] = [];
  const report = createTypeReport(
    (problems) => void shown.push(problems),
    () => {},
  );
  for (const problems of [[], [problem('one')], [problem('one', 7)], [], []]) report(problems);
  expect(shown).toEqual([[problem('one')], [problem('one', 7)], []]);
});
