import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Configuration } from 'webpack';
import { compileOnce, readableReport } from '../../src/build/compile.ts';
import { appOf } from './fixtures/sample-app.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const root = temporaryFolder({
  'good.js': `import(/* webpackChunkName: "late" */ './late.js');`,
  'late.js': 'export const value = 1;',
  'bad.js': `import './missing.js';`,
});

const config = (entry: string): Configuration => ({
  name: 'blog:client',
  mode: 'development',
  devtool: 'hidden-source-map',
  context: root,
  entry: { main: entry },
  output: { path: path.join(root, 'out'), filename: '[name].js', chunkFilename: '[name].[contenthash:6].js' },
});

it('returns files, maps and the files of each entry, in memory only', async () => {
  const { files, maps, hashed, groups } = await compileOnce(appOf(), config('./good.js'));
  const late = [...files.keys()].find((name) => name.startsWith('late.'))!;
  expect([...files.keys()].toSorted()).toEqual([late, 'main.js']);
  expect([...maps.keys()].toSorted()).toEqual([late, 'main.js']);
  expect([...hashed]).toEqual([late]);
  expect(groups.get('main')).toEqual(['main.js']);
  expect(files.get(late)!.toString()).toContain('value');
  expect(existsSync(path.join(root, 'out'))).toBe(false);
});

it('rejects with the app, the side and the reason', async () => {
  await expect(compileOnce(appOf(), config('./bad.js'))).rejects.toMatchObject({
    code: 'BUILD_COMPILE_FAILED',
    message: expect.stringMatching(/^The client build of blog failed:\n[\s\S]*missing\.js/) as string,
  });
});

it('reports the mistake and its importer, without loaders and generated entries', () => {
  const mistake = 'ERROR in ./src/pages/home.tsx\nError:   x Expected comma\n';
  const importer = ' @ ./src/pages/list.tsx 2:0-69\n';
  const generated = ' @ ./.cache/entries/server.ts 2:0-45 4:0-45\n @ container entry ./pages/notes.home[0]\n';
  const loader = 'Module build failed (from swc-loader/src/index.js):\n';
  const report = mistake.replace('\n', `\n${loader}`) + importer + generated;
  expect(readableReport(report)).toBe(mistake + importer);
});

it('reports the code frame of a mistake, without the native backtrace', () => {
  const frame = 'Error:   x Expression expected\n 11 |     <<article>\n    :     ^^\n    `----\n';
  const where = ' @ ./src/pages/privacy.tsx 2:0-69\n';
  const native = '   0: <unknown>\n   1: worker\n             at /deps/threadpool.c:123:5\n  10: clone3\n';
  const report = `${frame}\n\nCaused by:\n    Syntax Error\n\nStack backtrace:\n${native}${where}`;
  expect(readableReport(report + report)).toBe(`${frame}${where}`.repeat(2));
});

it('reports an error of a stylesheet once, with file and line, without the stylesheet compiler', () => {
  const chain =
    './src/a.module.css.webpack[javascript/auto]!=!css-loader/dist/cjs.js!@voltframe/kit/src/build/loaders/cascade-layer.cjs!./src/a.module.css';
  const thrown =
    'Error: a.module.css:3: it does not parse\n    at Object.cascadeLayer (loaders/cascade-layer.cjs:28:11)';
  const imported = ' @ ./src/a.module.css\n @ ./src/page.tsx 8:0-49';
  const first = `ERROR in ./src/a.module.css (${chain})\nModule build failed (from cascade-layer.cjs):\n${thrown}\n${imported}`;
  const run = `Execution of module code from module graph (${chain}) failed: Module build failed (from cascade-layer.cjs):`;
  const second = `ERROR in ./src/a.module.css\nModule build failed (from loader.js):\nError: ${run}\n${thrown}\n @ ./src/page.tsx 8:0-49`;
  expect(readableReport(`${first}\n\n${second}\n`)).toBe(
    `ERROR in ./src/a.module.css\nError: a.module.css:3: it does not parse\n${imported}`,
  );
});

it('names of each package the first source by its path that imports it, not the one that was read first', async () => {
  const own = temporaryFolder({
    'src/z.js': `import 'tool';`,
    'src/a.js': `import './deep.js';\nimport 'other';`,
    'src/deep.js': `export const deep = 1;`,
    'src/main.js': `import './z.js';\nimport './a.js';`,
    'node_modules/tool/index.js': `globalThis.tool = 1;`,
    'node_modules/other/index.js': `import 'tool';`,
  });
  for (const mode of ['development', 'production'] as const) {
    const { importers } = await compileOnce(appOf({}, own), {
      ...config('./src/main.js'),
      mode,
      context: own,
    });
    expect(Object.fromEntries(importers)).toEqual({ tool: 'src/a.js', other: 'src/a.js' });
  }
});
