import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeChildScripts } from '../../../src/platform/runtime/child-scripts.ts';
import { testFolder } from '../../fixtures/test-database.ts';

test('each version has a folder of scripts in the data folder, which a start writes again', () => {
  const dataDir = testFolder();
  const { folder } = writeChildScripts(dataDir);
  writeFileSync(path.join(folder, 'sandbox.mjs'), 'half');
  expect(writeChildScripts(dataDir).folder).toBe(folder);
  expect(readFileSync(path.join(folder, 'sandbox.mjs'), 'utf8')).not.toBe('half');
  expect(readdirSync(path.join(dataDir, 'render-scripts'))).toEqual([path.basename(folder)]);
  expect(path.basename(folder)).toMatch(/^[0-9a-f]{12}$/);
});

test('the scripts are JavaScript, and import only each other, Node and happy-dom', () => {
  const scripts = writeChildScripts(testFolder());
  const names = readdirSync(scripts.folder).toSorted();
  expect(names).toContain('render-child.mjs');
  for (const name of names) {
    const code = readFileSync(path.join(scripts.folder, name), 'utf8');
    const imported = [...code.matchAll(/\bfrom '([^']+)'/g)].map(([, from]) => from);
    for (const from of imported)
      expect(from).toMatch(/^node:|^file:\/\/.*\/happy-dom\/lib\/index\.js$|^\.\/[\w-]+\.mjs$/);
    expect(code).not.toMatch(/\binterface \w+ \{|: unknown\b/);
  }
  expect(scripts.pathOf('render-child')).toBe(path.join(scripts.folder, 'render-child.mjs'));
});
