import { describe, expect, it } from 'vitest';
import { packageManifest } from '../../scripts/packages/package-manifest.ts';

const catalog = {
  react: '19.3.1',
  zod: '4.6.7',
  webpack: '5.111.1',
  vitest: '5.1.1',
  '@types/react': '19.3.0',
  '@a/b': '1.2.3',
};
const workspace = {
  name: '@voltframe/kit',
  version: '1.0.0',
  private: true,
  scripts: { build: 'x' },
  bin: { mfe: './src/cli/mfe.ts' },
  dependencies: { zod: 'catalog:' },
  devDependencies: {
    react: 'catalog:',
    webpack: 'catalog:',
    vitest: 'catalog:',
    '@types/react': 'catalog:',
    '@a/b': 'catalog:',
  },
  publishConfig: { bin: { mfe: './dist/cli/mfe.js' }, exports: { './react': './dist/react/shared.js' } },
};
const manifestOf = (files: Record<string, string>) =>
  packageManifest(workspace, new Map(Object.entries(files)), {
    catalog,
    peers: new Set(['react']),
    peersOf: (name) => (name === '@a/b' ? ['zod', 'less'] : []),
  });

describe('manifest of a package', () => {
  it('depends on what its files import and resolve, at the version of the catalog', () => {
    const code = `import webpack from 'webpack'; export { z } from "zod"; await import('@types/react/x.js');`;
    const required = `require.resolve('@a/b/icons.json')`;
    expect(manifestOf({ 'dist/a.js': code, 'dist/b.cjs': required }).dependencies).toMatchObject({
      webpack: '5.111.1',
      zod: '4.6.7',
      '@types/react': '19.3.0',
      '@a/b': '1.2.3',
    });
  });

  it('depends on the peer dependencies of a dependency that the workspace has chosen', () => {
    expect(manifestOf({ 'dist/a.js': `import '@a/b';` }).dependencies).toEqual({
      '@a/b': '1.2.3',
      zod: '4.6.7',
    });
  });

  it('does not depend on its own files, on Node modules or on test libraries', () => {
    const code = `import './b.js'; import '../c.js'; import 'node:fs'; import '@voltframe/kit/react'; const vitest = Buffer.from('vitest');`;
    expect(manifestOf({ 'dist/a.js': code }).dependencies).toEqual({});
  });

  it('depends on the types of the packages that its declarations name', () => {
    const { dependencies } = manifestOf({ 'dist/a.d.ts': `import type { ReactElement } from 'react';` });
    expect(dependencies).toEqual({ '@types/react': '19.3.0' });
  });

  it('refuses an import that is not declared', () => {
    expect(() => manifestOf({ 'dist/a.js': `import 'left-pad';` })).toThrow(
      'dist/a.js imports left-pad, which @voltframe/kit does not declare',
    );
  });

  it('has the published fields, and none of the workspace', () => {
    expect(manifestOf({})).toEqual({
      name: '@voltframe/kit',
      version: '1.0.0',
      ...workspace.publishConfig,
      dependencies: {},
      peerDependencies: { react: '19.3.1' },
    });
  });
});
