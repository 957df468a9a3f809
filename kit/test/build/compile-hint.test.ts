import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import webpack, { type Configuration } from 'webpack';
import { compileHint } from '../../src/build/compile-hint.ts';
import { minimizer } from '../../src/build/names/minify.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-hint-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('is the first line of what hydrates every page, minified as it is, and of nothing else', async () => {
  const source = path.join(folder, 'source.js');
  writeFileSync(source, '// a comment\nglobalThis.seen = function () {};\n');
  const config: Configuration = {
    mode: 'production',
    context: folder,
    entry: { main: source, react: source, later: source },
    output: { path: folder, filename: '[name].js' },
    optimization: { minimizer: [minimizer()] },
    plugins: [compileHint()],
  };
  await promisify<Configuration, unknown>(webpack as never)(config);
  const linesOf = (name: string) => readFileSync(path.join(folder, `${name}.js`), 'utf8').split('\n');
  const [later, ...more] = linesOf('later');
  expect(more).toEqual([]);
  for (const name of ['main', 'react'])
    expect(linesOf(name)).toEqual(['//# allFunctionsCalledOnLoad', later]);
});
