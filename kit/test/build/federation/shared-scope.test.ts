import { readFileSync, mkdtempSync, writeFileSync, mkdirSync } from 'node:fs';
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
import { tmpdir } from 'node:os';
import path from 'node:path';
import { appOf } from '../fixtures/sample-app.ts';

it('knows the version of each shared module, a part of a package among them', () => {
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
])('asks beside %s for %s: any later one of the same major', (version, range) => {
  expect(requiredRange(version)).toBe(range);
});

function check(declared: object | undefined): void {
  const root = mkdtempSync(path.join(tmpdir(), 'declared-'));
  if (declared) writeFileSync(path.join(root, 'package.json'), JSON.stringify(declared));
  checkSharedVersions({ config: { name: 'docs' }, paths: { root } } as never);
}

const running = sharedVersions()['react']!;

test.each([
  ['no package.json', undefined],
  ['nothing', {}],
  ['what runs', { dependencies: { react: running } }],
  ['a range of it', { peerDependencies: { react: `^${running}` } }],
  ['the catalog', { dependencies: { react: 'catalog:', '@voltframe/kit': 'workspace:*' } }],
  ['another version of what is not shared', { dependencies: { lodash: '^1.0.0' } }],
])('an app that declares %s is built', (_, declared) => expect(() => check(declared)).not.toThrow());

test.each(['dependencies', 'devDependencies', 'peerDependencies'])(
  'an app whose %s name a React that will not run is refused',
  (group) => {
    expect(() => check({ [group]: { react: '^18.2.0' } })).toThrow(
      `docs declares react ^18.2.0 in its package.json, and ${running} is what will run`,
    );
  },
);

it('shares every module of the shared scope, in the version that is installed', () => {
  const code = shareScopeModule();
  const versions = sharedVersions();
  for (const name of SHARED_MODULES)
    expect(code).toContain(`  ${JSON.stringify(name)}: provide(${JSON.stringify(versions[name])}, `);
});

it('shares of a module with a declared surface what is declared, and a package as it exports itself', () => {
  const code = shareScopeModule();
  expect(code).toMatch(/^import \{ Router, [^}]*useParams \} from "react-router";$/m);
  expect(code).toMatch(/"react-router": provide\([^{}]*, \{ Router, [^}]*useParams \}\),/);
  expect(code).toMatch(/^import (shared\d) from "react";$[^]*"react": provide\(.*, \1\),/m);
});

const root = mkdtempSync(path.join(tmpdir(), 'shared-'));
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const digest = () => sharedDigest(appOf({ name: 'shell', kind: 'shell' }, root));

it.each([
  ['src/app.tsx', true],
  ['src/server/renderer.tsx', true],
  ['src/layout/header.tsx', false],
  ['src/bootstrap.ts', false],
])("with a change of %s, remotes' pages may render differently: %s", (file, changes) => {
  write(file, 'one');
  const before = digest();
  expect(digest()).toBe(before);
  write(file, 'two');
  expect(digest() !== before).toBe(changes);
});

it('covers the versions of what is shared', () => {
  expect(Object.keys((JSON.parse(digest()) as { versions: object }).versions)).toContain('react-dom');
});
