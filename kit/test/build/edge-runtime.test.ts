import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compileOnce } from '../../src/build/compile.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

/** Builds the server bundle of an app whose only page has this code. @returns its text */
async function build(page: string, packages: Record<string, Record<string, string>>): Promise<string> {
  const root = temporaryFolder();
  const write = (file: string, text: string): void => {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  for (const [name, files] of Object.entries(packages))
    for (const [file, text] of Object.entries(files)) write(`node_modules/${name}/${file}`, text);
  write('node_modules/@voltframe/kit/react/index.js', 'export const registerContentIcons = () => {};');
  write('src/page.tsx', page);
  const app = appOf({ routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }] }, root);
  const { files } = await compileOnce(app, serverConfig(app, writeEntries(app, {}), { mode: 'production' }));
  return String(files.get('server.cjs'));
}

const PAGE = `import { said } from 'tool'; export default () => said;`;
const manifest = (fields: object): string => JSON.stringify({ name: 'tool', version: '1.0.0', ...fields });

it.each(['workerd', 'edge-light', 'worker'])('takes the files of a package for "%s"', async (condition) => {
  const text = await build(PAGE, {
    tool: {
      'package.json': manifest({
        exports: {
          node: './node.js',
          browser: './browser.js',
          [condition]: './edge.js',
          default: './all.js',
        },
      }),
      'node.js': `export const said = 'for node';`,
      'browser.js': `export const said = 'for browsers';`,
      'edge.js': `export const said = 'for the edge';`,
      'all.js': `export const said = 'for all';`,
    },
  });
  expect(text).toContain('for the edge');
});

const NEEDS_NODE = `import fs from 'fs'; import { inner } from './inner.js'; export const said = fs ? inner : '';`;
const INNER = {
  'inner.js': `export const inner = 'inner for node';`,
  'inner.browser.js': `export const inner = 'inner for browsers';`,
};

it('takes the files for browsers of a package that needs Node otherwise', async () => {
  const conditions = await build(PAGE, {
    tool: {
      'package.json': manifest({ exports: { browser: './browser.js', default: './node.js' } }),
      'node.js': NEEDS_NODE,
      ...INNER,
      'browser.js': `export const said = 'for browsers';`,
    },
  });
  expect(conditions).toContain('for browsers');
  expect(conditions).not.toContain('inner for node');
  const fields = await build(PAGE, {
    tool: {
      'package.json': manifest({
        module: './node.js',
        browser: { fs: false, './inner.js': './inner.browser.js' },
      }),
      'node.js': NEEDS_NODE,
      ...INNER,
    },
  });
  expect(fields).toContain('inner for browsers');
});

it('takes the files for browsers of a package whose files for Node import a package that needs Node', async () => {
  const text = await build(PAGE, {
    tool: {
      'package.json': manifest({
        module: './all.js',
        browser: { './inner.js': './inner.browser.js' },
      }),
      'all.js': `export { inner as said } from './inner.js';`,
      ...INNER,
      'inner.js': `import { request } from 'of-node'; export const inner = request('inner for node');`,
    },
    'of-node': {
      'package.json': manifest({ name: 'of-node', main: './index.js' }),
      'index.js': `const fs = require('fs'); exports.request = (text) => fs.existsSync(text) && text;`,
    },
  });
  expect(text).toContain('inner for browsers');
  expect(text).not.toContain('of Node is not available');
});

it('keeps the files for servers of a package that requires Node in a function of an ES module', async () => {
  const text = await build(PAGE, {
    tool: {
      'package.json': manifest({ module: './server.js', browser: { './server.js': './browser.js' } }),
      'server.js': `export const said = 'for servers'; export const pipe = () => require('stream');`,
      'browser.js': `export const said = 'for browsers';`,
    },
  });
  expect(text).toContain('for servers');
});

it('refuses what a package still needs of Node, with the package and the file that imports it', async () => {
  const tool = {
    'package.json': manifest({ main: './index.js' }),
    'index.js': `import net from 'node:net'; export const said = net;`,
  };
  const other = { 'package.json': '{"name":"other"}', 'index.js': `export { said } from 'tool';` };
  await expect(
    build(`import { said } from 'other'; export default () => said;`, { tool, other }),
  ).rejects.toThrow('The package "tool" needs the module "node:net" of Node; src/page.tsx imports it');
  await expect(build(`import net from 'node:net'; export default () => String(net);`, {})).rejects.toThrow(
    'src/page.tsx needs the module "node:net" of Node',
  );
});

it('takes a package with the name of a module of Node, and lets a package try to load one', async () => {
  const text = await build(
    `import { said } from 'tool'; import on from 'events'; export default () => said + on;`,
    {
      tool: {
        'package.json': manifest({ main: './index.js' }),
        'index.js': `try { exports.said = require('fs'); } catch { exports.said = 'without files'; }`,
      },
      events: { 'package.json': '{"name":"events"}', 'index.js': `module.exports = 'the package';` },
    },
  );
  expect(text).toContain('the package');
  expect(text).toContain('without files');
});

it('evaluates a module before the first use of its exports, also in a package without side effects', async () => {
  const text = await build(PAGE, {
    tool: {
      'package.json': manifest({ sideEffects: false, module: './index.js' }),
      'index.js': `import { begin } from './registry.js'; import { use } from './store.js';
export const said = begin((state) => use(state));`,
      'registry.js': `const registered = []; export const register = (part) => void registered.push(part);
export const begin = (use) => { const state = {}; for (const part of registered) part(state); return use(state); };`,
      'store.js': `import { register } from './registry.js';
register((state) => { state.parts = 'all parts'; });
export const use = (state) => state.parts;`,
    },
  });
  const server = { exports: {} as { pages: Record<string, { Component(): string }> } };
  runInNewContext(text, { module: server, require: () => ({ registerContentIcons() {} }) });
  expect(server.exports.pages['sample.page']!.Component()).toBe('all parts');
});

it('refuses await at the top of a module of a page, with the file or the package', async () => {
  const waits = `export const said = await Promise.resolve('later');`;
  await expect(build(`${waits}\nexport default () => said;`, {})).rejects.toMatchObject({
    message: expect.stringContaining('src/page.tsx has `await` at the top of a module'),
  });
  const tool = { 'package.json': manifest({ module: './all.js' }), 'all.js': waits };
  await expect(build(PAGE, { tool })).rejects.toMatchObject({
    message: expect.stringContaining(
      'The package "tool" has `await` at the top of a module; src/page.tsx imports it',
    ),
  });
});

it('takes a module with await at its top that import() loads', async () => {
  const text = await build(`export default () => import('tool');`, {
    tool: {
      'package.json': manifest({ module: './all.js' }),
      'all.js': `export const said = await 'later';`,
    },
  });
  expect(text).toContain('later');
});

it('compiles decorators and accessors', async () => {
  const text = await build(
    `const twice = (call: () => string, _: unknown) => () => call() + call();
class Said { accessor word = 'a'; @twice say() { return 'so'; } }
export default () => new Said().say();`,
    {},
  );
  const server = { exports: {} as { pages: Record<string, { Component(): string }> } };
  runInNewContext(text, { module: server, require: () => ({ registerContentIcons() {} }) });
  expect(server.exports.pages['sample.page']!.Component()).toBe('soso');
});
