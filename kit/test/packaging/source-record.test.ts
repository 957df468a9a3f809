import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedSource, readSources, writeSourceRecord } from '@voltframe/kit/packaging/source-record';
import { temporaryFolder } from '../temporary-folders.ts';

/** The folder of an app whose build has its current sources. */
function builtApp(): string {
  const root = temporaryFolder({ 'mfe.config.ts': '', 'src/pages/home.tsx': '', 'README.md': '' });
  writeSourceRecord(root, 'd1', readSources(root));
  return root;
}

test('reports no changed source of a current build, independent of modification times', () => {
  const root = builtApp();
  utimesSync(path.join(root, 'mfe.config.ts'), new Date(2040, 1), new Date(2040, 1));
  writeFileSync(path.join(root, 'README.md'), 'other words');
  expect(changedSource(root, 'd1')).toBeUndefined();
});

test.each([
  [
    'was edited',
    (root: string) => writeFileSync(path.join(root, 'src/pages/home.tsx'), 'other'),
    'src/pages/home.tsx',
  ],
  ['has public values', (root: string) => writeFileSync(path.join(root, '.env'), 'VITE_A=1'), '.env'],
  ['was added', (root: string) => writeFileSync(path.join(root, 'src/new.ts'), ''), 'src/new.ts'],
  ['was deleted', (root: string) => rmSync(path.join(root, 'mfe.config.ts')), 'mfe.config.ts'],
])('reports a source that %s', (_, change, name) => {
  const root = builtApp();
  change(root);
  expect(changedSource(root, 'd1')).toBe(name);
});

test('reports nothing for a release with another digest', () => {
  const root = builtApp();
  rmSync(path.join(root, 'mfe.config.ts'));
  expect(changedSource(root, 'd2')).toBeUndefined();
});
