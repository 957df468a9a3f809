import TerserPlugin from 'terser-webpack-plugin';
import { expect, it } from 'vitest';
import { MINIFIED, compileHint, minimizer } from '../../src/build/minify.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Configuration } from 'webpack';
import { temporaryFolder } from '../temporary-folders.ts';

async function minify(code: string): Promise<string> {
  const { code: small } = await TerserPlugin.terserMinify(
    { 'page.js': code },
    undefined,
    MINIFIED,
    undefined,
  );
  return small!;
}

/** A page with a sentence and enough names to need two letters each. */
const page = (sentence: string): string => `
  ${Array.from({ length: 90 }, (_, i) => `function section${i}(item, index) { return [item.title, index + ${i}, globalThis.seen(item, index), ${i % 5 ? `section${i - 1}(index, item)` : 'item'}]; }`).join('\n')}
  export default function Page({ data, params }) {
    const heading = ${JSON.stringify(sentence)};
    return globalThis.show(heading, data.map((item, index) => section89(item, params[index])));
  }`;
const FIRST = 'We build what others only draw.';
const SECOND =
  'Xylophones, jukeboxes, quartz: we fix why your zoo of boxes vexes you, and ban banana bandanas!';

it('minifies a script to the same names after one of its sentences changes', async () => {
  const [before, after] = [await minify(page(FIRST)), await minify(page(SECOND))];
  expect(after).toContain(SECOND);
  expect(after.replace(SECOND, FIRST)).toBe(before);
});

it('counts names from the shortest up, without duplicates', () => {
  const names = Array.from({ length: 4000 }, (_, i) => MINIFIED.mangle.nth_identifier.get(i));
  expect(new Set(names).size).toBe(names.length);
  expect(names.map((name) => name.length)).toEqual(
    names.map((_, i) => (i < 54 ? 1 : i < 54 + 54 * 64 ? 2 : 3)),
  );
  expect(names.every((name) => /^[A-Za-z_$][\w$]*$/.test(name))).toBe(true);
});

const folder = temporaryFolder();

it('adds the compile hint as the first line of main and react only', async () => {
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
