import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Compiled } from '../../../src/build/compile.ts';
import {
  addClientFiles,
  addModules,
  type ReleaseFiles,
  precompress,
} from '../../../src/build/release/release-files.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const page = Buffer.from('export default 1;\n'.repeat(30));
const font = Buffer.from('font');
const compiled: Compiled = {
  files: new Map([
    ['pages.home.js', page],
    ['font.0123456789.woff2', font],
  ]),
  maps: new Map([
    ['pages.home.js', Buffer.from(JSON.stringify({ sources: ['/app/src/home.tsx'], mappings: 'AAAA' }))],
  ]),
  hashed: new Set(['font.0123456789.woff2']),
  groups: new Map(),
  lateCss: new Map(),
  importers: new Map(),
  largest: [],
  consumed: new Set(),
  libraries: new Map(),
};
const named = `client/pages.home.${createHash('sha256').update(page).digest('hex').slice(0, 10)}.js`;

async function add(compress: boolean): Promise<ReleaseFiles> {
  const release: ReleaseFiles = { bodies: new Map(), named: new Map() };
  await addClientFiles(release, compiled, compress, '/app');
  return release;
}

it('names each file after its bytes, unless its name already contains a hash', async () => {
  const release = await add(false);
  expect(Object.fromEntries(release.named)).toEqual({
    'pages.home.js': named,
    'font.0123456789.woff2': 'client/font.0123456789.woff2',
  });
  expect(release.bodies.get(named)).toBe(page);
});

it('writes maps into their own folder, never beside client files', async () => {
  const { bodies } = await add(false);
  expect(JSON.parse(String(bodies.get(`maps/${named}.map`)))).toMatchObject({ sources: ['src/home.tsx'] });
  expect([...bodies.keys()].filter((file) => /^client\/.*\.map$/.test(file))).toEqual([]);
});

it('adds smaller compressed bodies in a production build', async () => {
  const { bodies } = await add(true);
  const small = [...bodies].filter(([file]) => /\.(br|gz)$/.test(file)).toSorted();
  expect(small.map(([file]) => file)).toEqual([`${named}.br`, `${named}.gz`]);
  const [[, br], [, gz]] = small as [[string, Buffer], [string, Buffer]];
  expect([brotliDecompressSync(br), gunzipSync(gz)]).toEqual([page, page]);
  expect((await add(false)).bodies.size).toBe(3);
});

it.each([
  ['that is compressed already', 'font.woff2', page],
  ['that is too small', 'page.js', page.subarray(0, 255)],
])('compresses no file %s', async (_, file, body) => {
  expect((await precompress(file, body)).size).toBe(0);
});

it('lists the first source of each part, the loader before the page, and the importer of each package', () => {
  const release: ReleaseFiles = { bodies: new Map(), named: new Map() };
  const config = {
    name: 'docs',
    routes: [
      { id: 'docs.home', path: '/docs', page: './src/home.tsx', server: './src/home.server.ts' },
      { id: 'docs.plain', path: '/docs/plain', page: './src/plain.tsx' },
      { id: 'docs.shared', path: '/docs/shared', page: '@example/pages/shared' },
    ],
    islands: { Clock: { component: './src/clock.tsx' } },
    resources: {
      '/docs/feed.xml': './src/feed.ts',
      '/docs/list.json': { module: './src/list.ts', query: ['tag'] },
    },
  };
  addModules(release, config, new Map([['three', 'src/scene.tsx']]));
  expect(JSON.parse(String(release.bodies.get('maps/modules.json')))).toEqual({
    'route docs.home': 'src/home.server.ts',
    'route docs.plain': 'src/plain.tsx',
    'island Clock': 'src/clock.tsx',
    'resource /docs/feed.xml': 'src/feed.ts',
    'resource /docs/list.json': 'src/list.ts',
    'package three': 'src/scene.tsx',
  });
});
