import { readFileSync } from 'node:fs';
import { version as react } from 'react';
import { version as reactDom } from 'react-dom';
import { expect, it, test } from 'vitest';
import {
  requiredRange,
  sharedVersions,
  SHARED_MODULES,
  shareScopeModule,
  sharedDigest,
  checkSharedVersions,
} from '@voltframe/kit/build/federation/shared-scope';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder, writeFiles } from '../../temporary-folders.ts';

it('reads the version of each shared module, also of a part of a package', () => {
  const kit = new URL('../../../package.json', import.meta.url);
  expect(sharedVersions()).toMatchObject({
    react,
    'react/jsx-runtime': react,
    'react-dom': reactDom,
    '@voltframe/kit/react': (JSON.parse(readFileSync(kit, 'utf8')) as { version: string }).version,
  });
});

it.each([
  ['19.2.1', '^19.2.0'],
  ['7.0.0', '^7.0.0'],
])('requires for version %s the range %s: any later version of the same major', (version, range) => {
  expect(requiredRange(version)).toBe(range);
});

function check(declared: object | undefined): void {
  const root = temporaryFolder(declared && { 'package.json': JSON.stringify(declared) });
  checkSharedVersions({ config: { name: 'docs' }, paths: { root } } as never);
}

const running = sharedVersions()['react']!;

test.each([
  ['no package.json', undefined],
  ['no dependencies', {}],
  ['the running version', { dependencies: { react: running } }],
  ['a range of the running version', { peerDependencies: { react: `^${running}` } }],
  ['the catalog', { dependencies: { react: 'catalog:', '@voltframe/kit': 'workspace:*' } }],
  ['a package that is not shared', { dependencies: { lodash: '^1.0.0' } }],
])('builds an app that declares %s', (_, declared) => expect(() => check(declared)).not.toThrow());

test.each(['dependencies', 'devDependencies', 'peerDependencies'])(
  'rejects an app whose %s name another React',
  (group) => {
    expect(() => check({ [group]: { react: '^18.2.0' } })).toThrow(
      `docs uses react ^18.2.0 (its package.json, or the installed package), but the site runs ${running}`,
    );
  },
);

const installed = (version: string, declared: object = { dependencies: { react: 'catalog:' } }) => {
  const root = temporaryFolder({
    'package.json': JSON.stringify(declared),
    'node_modules/react/package.json': JSON.stringify({ name: 'react', version }),
  });
  return () => checkSharedVersions({ config: { name: 'docs' }, paths: { root } } as never);
};

test.each([{ dependencies: { react: 'catalog:' } }, { dependencies: { react: 'latest' } }, {}])(
  'rejects another major version of React that is installed for %j',
  (declared) => {
    expect(installed('18.3.1', declared)).toThrow('docs uses react ^18.0.0');
    expect(installed(`${running.split('.', 1)[0]}.0.0`, declared)).not.toThrow();
  },
);

it('provides every shared module in its installed version', () => {
  const code = shareScopeModule();
  const versions = sharedVersions();
  for (const name of SHARED_MODULES)
    expect(code).toContain(`  ${JSON.stringify(name)}: provide(${JSON.stringify(versions[name])}, `);
});

it('provides the declared exports of a module with a declared surface, and the others whole', () => {
  const code = shareScopeModule();
  expect(code).toMatch(/^import \{ Router, [^}]*useParams \} from "react-router";$/m);
  expect(code).toMatch(/"react-router": provide\([^{}]*, \{ Router, [^}]*useParams \}\),/);
  expect(code).toMatch(/^import (shared\d) from "react";$[^]*"react": provide\(.*, \1\),/m);
});

const root = temporaryFolder();
const digest = () => sharedDigest(appOf({ name: 'shell', kind: 'shell' }, root));

it.each([
  ['src/app.tsx', true],
  ['src/server/renderer.tsx', true],
  ['src/layout/header.tsx', false],
  ['src/bootstrap.ts', false],
])('changes the shared digest when %s changes: %s', (file, changes) => {
  writeFiles(root, { [file]: 'one' });
  const before = digest();
  expect(digest()).toBe(before);
  writeFiles(root, { [file]: 'two' });
  expect(digest() !== before).toBe(changes);
});

it('includes the versions of the shared modules in the shared digest', () => {
  expect(Object.keys((JSON.parse(digest()) as { versions: object }).versions)).toContain('react-dom');
});
