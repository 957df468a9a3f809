import { expect, it } from 'vitest';
import { compileOnce } from '../../src/build/compile.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { isFacade } from '../../src/build/router-facade.ts';
import { clientConfig, serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

const SIDES = { client: clientConfig, server: serverConfig };

/** Builds an app whose only page has this code. @returns its scripts, or the message of the build */
async function build(
  page: string,
  { side = 'server', more = {} }: { side?: keyof typeof SIDES; more?: Record<string, string> } = {},
): Promise<string> {
  const root = temporaryFolder({
    'src/page.tsx': page,
    'node_modules/@voltframe/kit/react/index.js': 'export const registerContentIcons = () => {};',
    ...more,
  });
  const app = appOf({ routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }] }, root);
  const config = SIDES[side](app, writeEntries(app, {}), { mode: 'development' });
  return compileOnce(app, config).then(
    ({ files }) => [...files].map(([name, body]) => (name.endsWith('js') ? String(body) : '')).join('\n'),
    (error: Error) => error.message,
  );
}

it.each(['client', 'server'] as const)('bundles the façade with its importer on the %s', async (side) => {
  const text = await build(
    `import { Link, useLocation } from 'react-router';
import { useParams } from 'react-router-dom';
export default () => <Link to={useLocation().pathname}>{useParams().slug}</Link>;`,
    { side },
  );
  expect(text).toContain('react/router/link.tsx');
  expect(text).not.toMatch(/node_modules\/(?:\.pnpm\/)?react-router/);
});

const PAGE = 'export default () => null;';

it.each<[string, string, string, Record<string, string>?]>([
  [
    'an import',
    `import { useState } from 'react';\nimport { Routes } from 'react-router';\nvoid useState; export default () => <Routes />;`,
    'src/page.tsx:2: "Routes" of react-router has no meaning here: declare pages',
  ],
  [
    'another name',
    `import { Route as R } from 'react-router-dom';\nexport default () => <R />;`,
    'src/page.tsx:1: "Route"',
  ],
  [
    'a member of all names',
    `import * as Router from 'react-router';\nexport default () => <Router.Form />;`,
    'src/page.tsx:2: "Form" of react-router has no meaning here: use a form',
  ],
  [
    'a member in brackets',
    `import * as Router from 'react-router';\nexport default Router['Await'];`,
    'src/page.tsx:2: "Await"',
  ],
  [
    'a computed name',
    `import * as Router from 'react-router';\nexport default Router[String(Math.random())];`,
    'src/page.tsx:1: all names of react-router are used as one object: import the names',
  ],
  [
    'a destructured name',
    `import * as Router from 'react-router';\nconst { useFetcher } = Router;\nexport default useFetcher;`,
    'src/page.tsx:2: "useFetcher"',
  ],
  [
    'a name through export *',
    `import { BrowserRouter } from './router.ts';\nexport default BrowserRouter;`,
    'src/page.tsx:1: "BrowserRouter"',
    { 'src/router.ts': `export * from 'react-router-dom';` },
  ],
  [
    'a name through two of them',
    `import * as all from './own.ts';\nexport default all.RouterProvider;`,
    'src/page.tsx:2: "RouterProvider"',
    {
      'src/own.ts': `export * from './router.ts';`,
      'src/router.ts': `export const own = 1; export * from 'react-router-dom';`,
    },
  ],
  [
    'a name through export * as',
    `import { rr } from './router.ts';\nexport default rr.useSubmit();`,
    'src/page.tsx:2: "useSubmit"',
    { 'src/router.ts': `export * as rr from 'react-router-dom';` },
  ],
  [
    'a renamed export',
    PAGE + `export { Outer } from './router.ts';`,
    'src/router.ts:1: "RouterProvider"',
    { 'src/router.ts': `export { RouterProvider as Outer } from 'react-router/dom';` },
  ],
  [
    'the default export',
    `import Router from 'react-router';\nexport default () => Router;`,
    'src/page.tsx:1: "default"',
  ],
  ['an import at run time', `export default () => import('react-router');`, 'src/page.tsx:1: all names'],
  [
    'a name that exists in tests only',
    `import { MemoryRouter } from 'react-router';\nexport default MemoryRouter;`,
    '"MemoryRouter" of react-router has no meaning here: it is for tests only',
  ],
  [
    'a name of a CommonJS package',
    `import old from 'old';\nexport default old;`,
    'node_modules/old/index.js:2: "Switch"',
    {
      'node_modules/old/package.json': '{"name":"old"}',
      'node_modules/old/index.js': `var rr = require("react-router-dom");\nmodule.exports = [rr.Switch, rr.Link];`,
    },
  ],
])('refuses %s, with the line', async (_, page, message, more = {}) => {
  expect(await build(page, { more })).toContain(message);
});

it.each<[string, string, Record<string, string>?]>([
  [
    'members of all names',
    `import * as Router from 'react-router';\nexport default () => <Router.Link to={Router['useHref']('/a')} />;`,
  ],
  [
    'names through export *',
    `import { Link, Routes } from './router.ts';\nexport default () => <Link to={Routes} />;`,
    { 'src/router.ts': `export const Routes = '/own'; export * from 'react-router';` },
  ],
  [
    'a CommonJS package',
    `import old from 'old';\nexport default old;`,
    {
      'node_modules/old/package.json': '{"name":"old"}',
      'node_modules/old/index.js': `var rr = require("react-router-dom"); module.exports = rr.Link;`,
    },
  ],
])('accepts %s', async (_, page, more = {}) => {
  expect(await build(page, { more })).toContain('react/router/link.tsx');
});

it('is what a request for react-router means, except those of the façade', () => {
  expect(['react-router', 'react-router-dom', 'react-router/dom'].map((name) => isFacade(name))).toEqual([
    true,
    true,
    true,
  ]);
  expect(isFacade('react-router-bootstrap')).toBe(false);
  expect(isFacade('react-router', new URL('../../src/react/router/link.tsx', import.meta.url).pathname)).toBe(
    false,
  );
});
