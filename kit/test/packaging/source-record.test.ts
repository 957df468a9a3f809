import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedSource, readSources, writeSourceRecord } from '@voltframe/kit/packaging/source-record';

/** An app's folder that was built as it is. */
function builtApp(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'sources-'));
  mkdirSync(path.join(root, 'src/pages'), { recursive: true });
  for (const file of ['mfe.config.ts', 'src/pages/home.tsx', 'README.md'])
    writeFileSync(path.join(root, file), file);
  writeSourceRecord(root, 'd1', readSources(root));
  return root;
}

test('an app that is as it was built has no changed source, whatever the times of its files', () => {
  const root = builtApp();
  utimesSync(path.join(root, 'mfe.config.ts'), new Date(2040, 1), new Date(2040, 1));
  writeFileSync(path.join(root, 'README.md'), 'other words');
  expect(changedSource(root, 'd1')).toBeUndefined();
});

test.each([
  [
    'is changed',
    (root: string) => writeFileSync(path.join(root, 'src/pages/home.tsx'), 'other'),
    'src/pages/home.tsx',
  ],
  ['is new', (root: string) => writeFileSync(path.join(root, 'src/new.ts'), ''), 'src/new.ts'],
  ['is gone', (root: string) => rmSync(path.join(root, 'mfe.config.ts')), 'mfe.config.ts'],
])('a source that %s is named', (_, change, name) => {
  const root = builtApp();
  change(root);
  expect(changedSource(root, 'd1')).toBe(name);
});

test('of a release that was built elsewhere nothing is known', () => {
  const root = builtApp();
  rmSync(path.join(root, 'mfe.config.ts'));
  expect(changedSource(root, 'd2')).toBeUndefined();
});
