import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { appPaths } from '../../../src/build/app-paths.ts';
import { buildProblem, openBuildEvents, tellTypes } from '../../../src/build/refresh/build-events.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder, writeFiles } from '../../temporary-folders.ts';

let root: string;
beforeEach(() => (root = temporaryFolder()));

const { name } = appOf({}).config;
const app = () => ({ ...appOf({}), paths: appPaths(root) });
const open = () => openBuildEvents(app());
const eventIn = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(root, '.cache/refresh', file), 'utf8'));

it('lists the importers of the modules of a build', () => {
  open().built({ a: ['b'] });
  expect(eventIn('build.json')).toEqual({ app: name, parents: { a: ['b'] } });
});

it('deletes the events of an earlier watch at the start', () => {
  writeFiles(root, { '.cache/refresh/build.json': '{}' });
  open();
  expect(() => eventIn('build.json')).toThrow('ENOENT');
});

it('reports a failed build until one passes', () => {
  const events = open();
  events.failed(new Error('ERROR in ./src/page.tsx 3:1\nUnexpected token'));
  expect(eventIn('build.json')).toMatchObject({ problem: { place: { file: 'src/page.tsx', line: 3 } } });
  events.built({});
  expect(eventIn('build.json')).not.toHaveProperty('problem');
});

it('writes the last build again when the failed half passes', () => {
  const events = open();
  events.mended();
  events.built({ a: ['b'] });
  const built = eventIn('build.json');
  events.failed(new Error('list.server.ts:3'));
  events.mended();
  expect(eventIn('build.json')).toEqual(built);
});

it('writes type errors beside the builds', () => {
  open().built({});
  const types = [{ app: 'blog', message: 'TS2322' }];
  tellTypes(app(), types);
  expect(eventIn('types.json')).toEqual({ app: name, types });
  expect(eventIn('build.json')).toHaveProperty('parents');
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
