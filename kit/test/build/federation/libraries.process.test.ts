import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../../src/build/build-app.ts';
import { loadApp } from '../../../src/build/load-config.ts';
import { sha256 } from '../../../src/packaging/sha256.ts';
import type { Release } from '../../../src/contract/release/release.ts';
import { sharingApp } from './sharing-apps.ts';

const SHARED = `shared: ['@acme/ui', 'acme-query']`;
const PAGE = `import { Button, Theme } from '@acme/ui';
import { Theme as Same } from '@acme/ui/theme';
import { useQuery } from 'acme-query';
export default () => <Theme value={Same === Theme ? 'one' : 'two'}><h1>{useQuery('key')}</h1><Button>Press</Button></Theme>;`;
/** It imports one of the packages that the libraries import. */
const OTHER = `import store from 'acme-store';
${PAGE}
export const size = store.size;`;

const build = async (root: string): Promise<Release> => buildApp(await loadApp(root), { mode: 'production' });
const read = (root: string, file: string): string => readFileSync(path.join(root, 'dist', file), 'utf8');
const librariesOf = ({ files }: Release): string[] =>
  Object.keys(files).filter((file) => /^client\/-\/.+\.js$/.test(file));

const blogRoot = sharingApp('blog', SHARED, { 'src/home.tsx': PAGE });
const shopRoot = sharingApp('shop', SHARED, { 'src/home.tsx': OTHER });
let blog: Release;
let shop: Release;
beforeAll(async () => {
  blog = await build(blogRoot);
  shop = await build(shopRoot);
});

it('gives two apps the same files of their shared libraries, and a third file with what both libraries import', () => {
  expect(librariesOf(blog)).toHaveLength(3);
  expect(librariesOf(shop)).toEqual(librariesOf(blog));
});

it('names a file after its bytes, with compressed bodies and a map', () => {
  for (const file of librariesOf(blog)) {
    expect(file).toBe(`client/-/${sha256(read(blogRoot, file))}.js`);
    expect(Object.keys(blog.files)).toEqual(
      expect.arrayContaining([`${file}.br`, `${file}.gz`, `maps/${file}.map`]),
    );
  }
});

it('has each module once: in a file of a library, and in no script of the app', () => {
  const scripts = Object.keys(blog.files).filter((file) => /^client\/.+\.js$/.test(file));
  const having = (text: string) => scripts.filter((file) => read(blogRoot, file).includes(text));
  expect(having('storesMade')).toHaveLength(1);
  expect(having('acme-button')).toEqual([blog.libraries!['@acme/ui']!.file]);
  expect(having('"light"')).toEqual([blog.libraries!['@acme/ui']!.file]);
});

it('lists the libraries with the version of their packages, and the files that a page needs', () => {
  expect(blog.libraries).toEqual({
    '@acme/ui': { version: '3.0.1', file: expect.stringMatching(/^client\/-\//) as string },
    'acme-query': { version: '5.0.0', file: expect.stringMatching(/^client\/-\//) as string },
  });
  const [route] = blog.routes;
  expect(route!.js.filter((file) => file.startsWith('client/-/')).toSorted()).toEqual(
    librariesOf(blog).toSorted(),
  );
});

it('leaves the stylesheets of a library with the app, in its scope', () => {
  const [sheet = ''] = blog.routes[0]!.css;
  expect(read(blogRoot, sheet)).toContain('acme-button');
  expect(read(blogRoot, sheet)).toContain('@scope');
});

it('gives an app with another version of a package other files, also of the library that imports it', async () => {
  writeFileSync(
    path.join(shopRoot, 'node_modules/acme-store/values.js'),
    'export class Values extends Map { get size() { return 7; } }',
  );
  const other = await build(shopRoot);
  expect(librariesOf(other)).toHaveLength(3);
  expect(librariesOf(other).filter((file) => librariesOf(blog).includes(file))).toEqual([]);
});

it('refuses a library that the app does not import', async () => {
  const root = sharingApp('docs', `shared: ['acme-store/values']`, { 'src/home.tsx': PAGE });
  await expect(build(root)).rejects.toThrow(
    'shared names acme-store/values, which no module of the app imports',
  );
});

it.each(['react', 'react-router', '@voltframe/kit/react'])(
  'refuses %s, which all apps share anyway',
  async (name) => {
    const root = sharingApp('docs', `shared: ['${name}']`, { 'src/home.tsx': PAGE });
    await expect(build(root)).rejects.toThrow(`shared names ${name}, which all apps share anyway`);
  },
);

it.each(['./src/home', '../ui', '@acme', 'https://x.example/a.js'])(
  'refuses %s, which is no module of a package',
  async (name) => {
    const root = sharingApp('docs', `shared: ['${name}']`, { 'src/home.tsx': PAGE });
    await expect(build(root)).rejects.toThrow('not a module of a package');
  },
);
