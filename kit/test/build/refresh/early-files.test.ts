import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { appPaths } from '../../../src/build/app-paths.ts';
import { openEarlyFiles, tellTypes, buildProblem } from '../../../src/build/refresh/early-files.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

let root: string;
beforeEach(() => (root = temporaryFolder()));

const app = () => ({ ...appOf({}), paths: appPaths(root) });
const open = () => openEarlyFiles(app());
const client = (text: string) => ({
  files: new Map([
    ['page.js', Buffer.from(text)],
    ['page.css', Buffer.from('a{}')],
    ['mf-manifest.json', Buffer.from('{}')],
  ]),
  maps: new Map<string, Buffer>(),
});
const folder = () => path.join(root, '.cache/refresh');
const clientFiles = () => readdirSync(path.join(folder(), 'client')).toSorted();
const eventIn = (file: string) =>
  JSON.parse(readFileSync(path.join(folder(), file), 'utf8')) as Record<string, unknown>;
const update = () => eventIn('update.json');

it('names the scripts and stylesheets of a build after their bytes, and lists the importers', () => {
  open().built(client('one'), { a: ['b'] });
  const [css, js] = clientFiles();
  expect([css, js]).toEqual([
    expect.stringMatching(/^page\.[0-9a-f]{10}\.css$/),
    expect.stringMatching(/^page\.[0-9a-f]{10}\.js$/),
  ]);
  const { name } = appOf({}).config;
  expect(update()).toEqual({
    app: name,
    files: {
      [`/assets/${name}/page.js`]: `/-/refresh/${name}/${js}`,
      [`/assets/${name}/page.css`]: `/-/refresh/${name}/${css}`,
    },
    parents: { a: ['b'] },
  });
});

it('writes the map of a script beside it, without paths of the machine', () => {
  const map = { version: 3, sources: [path.join(root, 'src/page.tsx')], names: [], mappings: 'AAAA' };
  open().built({ ...client('one'), maps: new Map([['page.js', Buffer.from(JSON.stringify(map))]]) }, {});
  const [, js, beside] = clientFiles();
  expect(beside).toBe(`${js}.map`);
  expect(JSON.parse(readFileSync(path.join(folder(), 'client', beside!), 'utf8'))).toMatchObject({
    sources: ['src/page.tsx'],
  });
});

it('keeps the files of the last two builds, and deletes all others at the start', () => {
  const early = open();
  for (const text of ['one', 'two', 'three', 'four']) early.built(client(text), {});
  expect(clientFiles()).toHaveLength(3); // two scripts and the stylesheet of both
  open();
  expect(clientFiles()).toEqual([]);
});

it('reports a failed build until one passes', () => {
  const early = open();
  early.failed(new Error('ERROR in ./src/page.tsx 3:1\nUnexpected token'));
  expect(update()).toMatchObject({ problem: { place: { file: 'src/page.tsx', line: 3 } } });
  early.built(client('one'), {});
  expect(update()).not.toHaveProperty('problem');
});

it('writes the last build again when the failed half passes', () => {
  const early = open();
  early.mended();
  early.built(client('one'), { a: ['b'] });
  const built = update();
  early.failed(new Error('list.server.ts:3'));
  early.mended();
  expect(update()).toEqual(built);
});

it('writes type errors beside the builds', () => {
  open().built(client('one'), {});
  const types = [{ app: 'blog', message: 'TS2322' }];
  tellTypes(app(), types);
  expect(eventIn('types.json')).toEqual({ app: appOf({}).config.name, types });
  expect(update()).toHaveProperty('files');
});

const blog = { ...appOf({}), paths: appPaths('/apps/blog') };

it.each([
  ['the config', '/apps/blog/src/section.ts:3: Expression expected', 'src/section.ts', 3],
  [
    'swc',
    'Error:\n  x Expected a semicolon\n   ,-[/apps/blog/src/page.tsx:12:1]\n 11 | a',
    'src/page.tsx',
    12,
  ],
  ['webpack', "ERROR in ./src/page.tsx 3:0-20\nModule not found: Can't resolve './gone'", 'src/page.tsx', 3],
  [
    'cascade-layer',
    'ERROR in ./src/page.module.css (./x!y)\nError: app/src/page.module.css:2: it does not parse',
    'src/page.module.css',
    2,
  ],
  [
    'css-loader',
    'SyntaxError\n\n(7:3) /apps/blog/src/page.module.css Unknown word',
    'src/page.module.css',
    7,
  ],
])('finds the place in a message of %s', (_, message, file, line) => {
  expect(buildProblem(blog, new Error(message))).toEqual({
    app: blog.config.name,
    message,
    place: { file, line },
  });
});

it.each([
  ['without a place', 'posts.md: title: is required'],
  ['about a file outside the app', ' ,-[/apps/kit/src/link.tsx:1:1]'],
])('returns a message %s unchanged', (_, message) => {
  expect(buildProblem(blog, new Error(message))).toEqual({ app: blog.config.name, message });
});
