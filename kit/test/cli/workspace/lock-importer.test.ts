import { describe, expect, it } from 'vitest';
import { addLockImporter } from '../../../src/cli/workspace/lock-importer.ts';

const entry = (name: string, specifier: string, version: string): string =>
  `      ${name}:\n        specifier: ${specifier}\n        version: ${version}`;
const REACT = entry('react', "'catalog:'", '19.3.1');
const KIT = entry("'@voltframe/kit'", 'workspace:*', 'link:../kit');
const VITEST = entry('vitest', "'catalog:'", '5.1.1(vite@8.3.8(yaml@2.9.1))');

const lockfile = (...importers: string[]): string =>
  `lockfileVersion: '9.0'\n\nimporters:\n\n${importers.join('\n\n')}\n\npackages:\n\n  react@19.3.1:\n    engines: {}\n`;
const ROOT = `  .:\n    devDependencies:\n${entry('knip', "'catalog:'", '6.44.2')}`;
const LEGAL = `  mfe-legal:\n    dependencies:\n${KIT}\n${REACT}\n    devDependencies:\n${VITEST}`;
const SHELL = `  shell:\n    dependencies:\n${REACT}`;

const manifest = {
  dependencies: { react: 'catalog:', '@voltframe/kit': 'workspace:*' },
  devDependencies: { vitest: 'catalog:' },
};

describe('addLockImporter', () => {
  it.each([
    ['mfe-handbook', [ROOT, LEGAL.replace('mfe-legal', 'mfe-handbook'), LEGAL, SHELL]],
    ['mfe-studies', [ROOT, LEGAL, LEGAL.replace('mfe-legal', 'mfe-studies'), SHELL]],
  ])(
    'locks the dependencies of %s to the versions of other remotes, in sorted order',
    (folder, importers) => {
      expect(addLockImporter(lockfile(ROOT, LEGAL, SHELL), folder, manifest)).toBe(lockfile(...importers));
    },
  );

  it('changes nothing the second time', () => {
    const once = addLockImporter(lockfile(ROOT, LEGAL), 'mfe-labs', manifest);
    expect(addLockImporter(once, 'mfe-labs', manifest)).toBe(once);
  });

  it.each([
    ['that no remote has', { dependencies: { knip: 'catalog:' } }],
    ['of another version', { dependencies: { react: '^18.0.0' } }],
  ])('leaves the lockfile unchanged for a dependency %s', (_, other) => {
    expect(addLockImporter(lockfile(ROOT, LEGAL), 'mfe-labs', other)).toBe(lockfile(ROOT, LEGAL));
  });

  it('leaves an unknown lockfile format unchanged', () => {
    expect(addLockImporter('lockfileVersion: 12\n', 'mfe-labs', manifest)).toBe('lockfileVersion: 12\n');
  });
});
