import { expect, it } from 'vitest';
import { compileOnce } from '../../../src/build/compile.ts';
import { declaredSharedExports } from '../../../src/build/federation/plugin.ts';
import { clientConfig } from '../../../src/build/webpack-config.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const entries = { server: '/server.ts', guards: '/guards.ts', shareScope: '/share-scope.ts' };

it('writes the container protocol with exposes and shared modules, without the runtime of the package', async () => {
  const root = temporaryFolder({
    'page.js': `import { useState } from 'react'; export default () => useState(1);`,
  });
  const app = appOf({ routes: [{ id: 'list', path: '/', page: './page.js' }] }, root);
  const config = clientConfig(app, entries, { mode: 'production' });
  const unminified = { ...config, optimization: { ...config.optimization, minimize: false } };
  const { files } = await compileOnce(app, unminified);
  expect([...files.keys()]).toContain('mf-manifest.json');
  const code = String(files.get('blog.js'));
  expect(code).toMatch(
    /createContainer\(__webpack_require__, \{"\.\/pages\/list":\["pages\.list","\w+"\]\}, \{"\w+":"react"\}\)/,
  );
  expect(code).not.toMatch(/federation\.|initOptions|consumesLoadingData/);
  expect(code).not.toContain('__webpack_require__.c =');
});

it('makes large code that two pages use a chunk of both, in a production build', async () => {
  const root = temporaryFolder({
    'one.js': `import { text } from './large.js'; export default () => 'one' + text;`,
    'two.js': `import { text } from './large.js'; export default () => 'two' + text;`,
    'large.js': `export const text = ${JSON.stringify('large '.repeat(10_000))};`,
  });
  const routes = ['one', 'two'].map((id) => ({ id, path: `/${id}`, page: `./${id}.js` }));
  const app = appOf({ routes }, root);
  const { files, groups } = await compileOnce(app, clientConfig(app, entries, { mode: 'production' }));
  const [shared, ...others] = [...files.keys()].filter((file) => file.startsWith('shared.'));
  expect(others).toEqual([]);
  for (const id of ['one', 'two']) {
    expect(groups.get(`pages.${id}`)!.toSorted()).toEqual([`pages.${id}.js`, shared]);
    expect(files.get(`pages.${id}.js`)!.length).toBeLessThan(1_000);
  }
  expect(String(files.get('blog.js'))).toContain(shared!.replace('.js', ''));
});

it('fails the build of an app that imports an undeclared export of a shared module, once for each name', async () => {
  const root = temporaryFolder({
    'main.js': `import { Link, useFetcher } from 'router';
import { other } from 'router-other';
globalThis.used = [Link, useFetcher, useFetcher(), other];`,
    'node_modules/router/index.mjs': 'export const Link = 1, useFetcher = () => 2;',
    'node_modules/router/package.json': '{ "main": "index.mjs" }',
    'node_modules/router-other/index.mjs': 'export const other = 3;',
    'node_modules/router-other/package.json': '{ "main": "index.mjs" }',
  });
  const plugins = [declaredSharedExports({ router: ['Link', 'Route'] })];
  const build = compileOnce(appOf({}, root), {
    mode: 'production',
    context: root,
    entry: './main.js',
    plugins,
  });
  const { message } = (await build.catch((error: Error) => error)) as Error;
  expect(message.match(/ERROR|"\w+" of .*/g)).toEqual([
    'ERROR',
    '"useFetcher" of "router" is not in the shared surface (kit/src/build/federation/shared-scope.ts)',
  ]);
});
