import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkTypes, findCompiler } from '../../../src/cli/types/type-check.ts';

/** A compiler that says what it was called with. */
function project(script: string): { compiler: string; file: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const compiler = path.join(folder, 'tsc.cjs');
  writeFileSync(compiler, script);
  return { compiler, file: path.join(folder, 'tsconfig.json') };
}

it('says what the compiler says of the project, and how it ends', async () => {
  const { compiler, file } = project('console.log(process.argv.slice(2).join()); process.exitCode = 2;');
  expect(await checkTypes(compiler, file, { options: ['--incremental'], background: true })).toEqual({
    code: 2,
    said: `--noEmit,--pretty,false,--project,${file},--incremental\n`,
  });
});

it('ends a compiler that nobody waits for any more', async () => {
  const { compiler, file } = project('setInterval(() => {}, 1000);');
  const { code } = await checkTypes(compiler, file, { signal: AbortSignal.abort() });
  expect(code).not.toBe(0);
});

it("finds the kit's TypeScript where an app has none of its own", () => {
  expect(findCompiler(tmpdir())).toMatch(/typescript.bin.tsc$/);
});
