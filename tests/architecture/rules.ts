import { type Rule, isCode, matches } from './rule.ts';
import { type SourceFile, importTarget, importsOf } from './source-files.ts';

const isShipped = (path: string): boolean =>
  isCode(path) && /^(kit|enquiries|gateway|shell|mfe-[^/]+)\/src\//.test(path);
const owner = (path: string): string => path.split('/')[0]!;

/** @returns a function that finds the imports with a refused target. */
function imports(refused: (target: string, file: SourceFile) => boolean): (file: SourceFile) => string[] {
  return (file) =>
    importsOf(file)
      .map(({ specifier }) => specifier)
      .filter((specifier) => refused(importTarget(file, specifier), file));
}

/** Modules of the gateway that may import the package of the enquiries. */
const WIRING = /^gateway\/(src\/(server|gateway|open-enquiries)\.ts$|test\/)/;

/** Whether an import leads to another part of the repository than its own and the kit. */
function leadsToAnotherPart(target: string, file: SourceFile): boolean {
  const own = owner(file.path);
  if (target.startsWith('@voltframe/enquiries/') && WIRING.test(file.path)) return false;
  if (target.startsWith('@voltframe/')) return target.split('/')[1] !== 'kit';
  // The tests of the enquiries use the database and outbox of the gateway.
  if (file.path.startsWith('enquiries/test/') && target.startsWith('gateway/')) return false;
  return (
    /^(\.\.\/|kit\/|enquiries\/|gateway\/|shell\/|mfe-|scripts\/|tests\/)/.test(target) &&
    owner(target) !== own
  );
}

/** The deciding modules of the gateway, which must be pure. */
const DECIDING = [
  'releasing/admission/check-composition',
  'releasing/admission/check-release',
  'serving/responses/cache-policy',
  'serving/responses/csp',
  'serving/responses/html-document',
  'serving/responses/negotiate',
  'serving/responses/security-headers',
  'serving/compositions/client-tables',
  'serving/compositions/compose',
  'serving/pages/page-request',
  'serving/render/render-key',
];

const isPure = (path: string): boolean =>
  isCode(path) &&
  (path.startsWith('kit/src/contract/') || DECIDING.some((name) => path === `gateway/src/${name}.ts`));

export const rules: Rule[] = [
  {
    name: 'apps, gateway, enquiries and kit import only the kit, by its name; the wiring of the gateway also imports the enquiries',
    covers: (path) => isCode(path) && /^(kit|enquiries|gateway|shell|mfe-[^/]+)\//.test(path),
    violations: imports(leadsToAnotherPart),
    planted: [
      {
        path: 'mfe-blog/src/pages/post.tsx',
        text: `import { Prose } from '../../../mfe-legal/src/prose.tsx';`,
      },
      { path: 'mfe-blog/src/pages/post.tsx', text: `export { Header } from '@voltframe/shell/header';` },
      { path: 'shell/src/app.tsx', text: `const page = await import('@voltframe/mfe-blog/post');` },
      {
        path: 'gateway/src/serving/http/site-app.ts',
        text: `import type { Link } from '../../../../kit/src/react/link.tsx';`,
      },
      {
        path: 'gateway/src/serving/http/site-app.ts',
        text: `import { formRoutes } from '@voltframe/enquiries/form-routes';`,
      },
      {
        path: 'enquiries/src/enquiries.ts',
        text: `import { createOutbox } from '../../gateway/src/platform/outbox/outbox.ts';`,
      },
      {
        path: 'enquiries/src/enquiries.ts',
        text: `import type { Config } from '@voltframe/gateway/config';`,
      },
    ],
  },
  {
    name: 'the contract and the deciding modules import no Node API, no framework and no React',
    covers: isPure,
    violations: imports((target) => /^(node:|fastify|@fastify\/|react|react-dom|react-router)/.test(target)),
    planted: [
      {
        path: 'gateway/src/serving/compositions/compose.ts',
        text: `import { readFile } from 'node:fs/promises';`,
      },
      {
        path: 'gateway/src/serving/compositions/compose.ts',
        text: `import type { FastifyInstance } from 'fastify';`,
      },
      { path: 'kit/src/contract/release/release.ts', text: `import { createElement } from 'react';` },
    ],
  },
  {
    name: 'the contract and the deciding modules use no clock, random number or network',
    covers: isPure,
    violations: matches(
      /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|(?<![.\w])(setTimeout|setInterval|fetch)\(|\bMath\.random\b/g,
    ),
    planted: [
      { path: 'gateway/src/serving/compositions/compose.ts', text: `const timestamp = Date.now();` },
      { path: 'kit/src/contract/page/head.ts', text: `const year = new Date().getFullYear();` },
      { path: 'kit/src/contract/page/head.ts', text: `await fetch('/builds/latest.json');` },
    ],
  },
  {
    name: 'only the sandbox and the modules of its hydrated pages evaluate code',
    covers: (path) =>
      isShipped(path) &&
      !/^gateway\/src\/(serving\/render\/sandbox|releasing\/admission\/hydration\/child\/page-modules)\.ts$/.test(
        path,
      ),
    violations: (file) => [
      ...imports((target) => /^(node:)?vm$/.test(target))(file),
      ...matches(/(?<![.\w])eval\(|\bnew Function\b|['"](node:)?vm['"]/g)(file),
    ],
    planted: [
      { path: 'gateway/src/serving/render/render-child.ts', text: `import vm from 'node:vm';` },
      { path: 'gateway/src/serving/render/loader.ts', text: `const vm = process.getBuiltinModule('vm');` },
      { path: 'shell/src/app.tsx', text: `eval('1');` },
      { path: 'kit/src/react/icons/icon.tsx', text: `const run = new Function('return 1');` },
    ],
  },
  {
    name: 'the gateway imports modules by literal names only, never a file of a release',
    covers: (path) => isCode(path) && path.startsWith('gateway/src/'),
    violations: matches(/(?<![.\w])(import|require)\((?!['"]|`node:)[^)]+\)/g),
    planted: [
      { path: 'gateway/src/serving/render/loader.ts', text: `await import(pathToFileURL(file).href);` },
      { path: 'gateway/src/serving/render/loader.ts', text: `const bundle = require(file);` },
    ],
  },
  {
    name: 'only entry points read the environment',
    covers: (path) =>
      isShipped(path) &&
      !/^kit\/src\/(cli\/|origin\/server\.ts$)|^gateway\/src\/((server|backup|operator-token)\.ts$|platform\/runtime\/socket-holder\.ts$)/.test(
        path,
      ),
    violations: matches(/\bprocess\.env\b|\{[^}]*\benv\b[^}]*\} = process\b/g),
    planted: [
      { path: 'gateway/src/serving/http/site-app.ts', text: `const port = process.env['PORT'];` },
      { path: 'gateway/src/serving/http/site-app.ts', text: `const { env } = process;` },
    ],
  },
  {
    name: 'no shipped module imports a server-only module',
    covers: (path) => /^(shell|mfe-[^/]+)\/src\//.test(path) && isCode(path) && !/\.server\.tsx?$/.test(path),
    violations: (file) =>
      importsOf(file)
        .filter(({ specifier, isType }) => !isType && /\.server\.tsx?$/.test(specifier))
        .map(({ specifier }) => specifier),
    planted: [{ path: 'mfe-blog/src/pages/post.tsx', text: `import { loader } from './post.server.ts';` }],
  },
  {
    name: 'tests that build an app or start a gateway have file names that check excludes',
    covers: (path) =>
      /^(kit|enquiries|gateway|shell|mfe-[^/]+)\/test\/.+(?<!\.process)\.test\.tsx?$/.test(path),
    violations: imports((target) =>
      /\/(test-gateway|operations-setup|local-gateway|build-app)(\.ts)?$/.test(target),
    ),
    planted: [
      {
        path: 'gateway/test/site/deploy.test.ts',
        text: `import { startTestGateway } from '../fixtures/test-gateway.ts';`,
      },
      {
        path: 'kit/test/cli/new.test.ts',
        text: `import { buildApp } from '@voltframe/kit/build/build-app';`,
      },
    ],
  },
  {
    name: 'browser tests wait for a condition, never for a time',
    covers: (path) => path.startsWith('tests/e2e/') && isCode(path),
    violations: matches(
      /\bwaitForTimeout\(|\bsleep\(|setTimeout\((resolve|done)\b|setTimeout\(\(\) => (resolve|done)\(/g,
    ),
    planted: [
      { path: 'tests/e2e/menu.test.ts', text: `await page.waitForTimeout(300);` },
      { path: 'tests/e2e/menu.test.ts', text: `await new Promise((resolve) => setTimeout(resolve, 300));` },
      { path: 'tests/e2e/menu.test.ts', text: `setTimeout(() => resolve(total), 300);` },
    ],
  },
  {
    name: 'tests that may be skipped state what they need, for the last lines of a run',
    covers: (path) => /\.test\.tsx?$/.test(path),
    violations: matches(/\.(skip|todo|only)\b.*|\.(skipIf|runIf)\((?!\w+\)\(\s*'[^']*',\s*NEEDS_[A-Z]+,).*/g),
    planted: [
      { path: 'kit/test/a.test.ts', text: `test.skip('holds', () => {});` },
      { path: 'kit/test/a.test.ts', text: `describe.runIf(linux)('the lock', () => {});` },
      { path: 'tests/e2e/a.test.ts', text: `test.todo('holds');` },
    ],
  },
  {
    name: 'the wing platform stores nothing of releases: their tables belong to the wings above, except in copies',
    covers: (path) =>
      path.startsWith('gateway/src/platform/') && !/database\/(tables|standby)\.ts$/.test(path),
    violations: matches(
      /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\('(?:release|composition|pin|history|measurement|preview)'/g,
    ),
    planted: [
      {
        path: 'gateway/src/platform/database/a.ts',
        text: "await db.insertInto('release').values(row).execute();",
      },
    ],
  },
  {
    name: 'the gateway names what a factory returns as an exported interface, with its docstrings',
    covers: (path) => isCode(path) && path.startsWith('gateway/src/'),
    violations: matches(
      /\bexport type \w+ = (\w+<)*ReturnType<typeof (create|open|start)\w*>+|\bextends ReturnType<typeof (create|open|start)\w*>/g,
    ),
    planted: [
      { path: 'gateway/src/serving/a.ts', text: `export type A = ReturnType<typeof createA>;` },
      { path: 'gateway/src/serving/a.ts', text: `export type A = Awaited<ReturnType<typeof openA>>;` },
      { path: 'gateway/src/serving/a.ts', text: `export interface A extends ReturnType<typeof startA> {}` },
    ],
  },
  {
    name: 'file names are nouns in kebab-case; no barrels, no utility files',
    covers: isShipped,
    violations: ({ path }) => {
      const name = path.split('/').at(-1)!;
      const wrong =
        !/^[a-z0-9]+([.-][a-z0-9]+)*\.(tsx?|[cm]js)$/.test(name) ||
        /^(index|utils?|helpers?|common|misc)\./.test(name);
      return wrong ? [name] : [];
    },
    planted: [
      { path: 'shell/src/layout/Header.tsx', text: '' },
      { path: 'kit/src/react/index.ts', text: '' },
      { path: 'gateway/src/serving/pages/utils.ts', text: '' },
    ],
  },
];
