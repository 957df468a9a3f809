import path from 'node:path';
import { expect, it } from 'vitest';
import type { Configuration } from 'webpack';
import { compileOnce } from '../../src/build/compile.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

/** Builds the server bundle of an app whose page imports a file. @returns its text */
async function build(name: string, text: string, query = '', change?: (config: Configuration) => void) {
  const root = temporaryFolder({
    'node_modules/@voltframe/kit/react/index.js': 'export const registerContentIcons = () => {};',
    'src/page.tsx': `import value from './${name}${query}'; export default () => value;`,
    [`src/${name}`]: text,
  });
  const app = appOf(
    {
      routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }],
      ...(change && { webpack: change }),
    },
    root,
  );
  const { files } = await compileOnce(app, serverConfig(app, writeEntries(app, {}), { mode: 'production' }));
  return String(files.get('server.cjs'));
}

it.each([
  ['facts.yaml', 'a: 1'],
  ['table.csv', 'a,b'],
  ['model.glb', 'glTF'],
  ['page.less', '@a: red;'],
  ['names.graphql', 'query { names }'],
])('refuses an import of %s, which may be a script by chance', async (name, text) => {
  await expect(build(name, text)).rejects.toMatchObject({
    message: expect.stringContaining(
      `src/page.tsx imports src/${name}, and the build knows no files "${path.extname(name)}"`,
    ),
  });
});

it('takes such a file as text, and by a rule of the team', async () => {
  expect(await build('facts.yaml', 'a: from the text', '?raw')).toContain('from the text');
  const rule = { test: /\.yaml$/, type: 'asset/source' };
  const built = await build('facts.yaml', 'a: by a rule', '', (config) => {
    config.module!.rules!.push(rule);
  });
  expect(built).toContain('by a rule');
});

it('takes a text file by its address', async () => {
  expect(await build('notes.txt', 'notes')).toMatch(/\/assets\/blog\/|notes\.[0-9a-f]{10}\.txt/);
});
