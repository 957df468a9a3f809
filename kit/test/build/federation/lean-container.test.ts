import { expect, it } from 'vitest';
import { compileOnce } from '../../../src/build/compile.ts';
import { clientConfig } from '../../../src/build/webpack-config.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const root = temporaryFolder({
  'page.js': `import { useState } from 'react'; export default () => useState(1);`,
});

const entries = { server: '/server.ts', guards: '/guards.ts', shareScope: '/share-scope.ts' };

it('writes the container protocol with exposes and shared modules, without the runtime of the package', async () => {
  const app = appOf({ routes: [], exposes: { './page': './page.js' } }, root);
  const config = clientConfig(app, entries, { mode: 'production' });
  const unminified = { ...config, optimization: { ...config.optimization, minimize: false } };
  const { files } = await compileOnce(app, unminified);
  expect([...files.keys()]).toContain('mf-manifest.json');
  const code = String(files.get('blog.js'));
  expect(code).toMatch(
    /createContainer\(__webpack_require__, \{"\.\/page":\["page","\w+"\]\}, \{"\w+":"react"\}\)/,
  );
  expect(code).not.toMatch(/federation\.|initOptions|consumesLoadingData/);
  expect(code).not.toContain('__webpack_require__.c =');
});
