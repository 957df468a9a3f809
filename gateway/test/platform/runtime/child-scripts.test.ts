import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeChildScripts } from '../../../src/platform/runtime/child-scripts.ts';
import { testFolder } from '../../fixtures/test-database.ts';

test('the scripts are JavaScript, and import each other, Node and what they are given alone', () => {
  const scripts = writeChildScripts(testFolder());
  const names = readdirSync(scripts.folder).toSorted();
  expect(names).toEqual([
    'browser-window.mjs',
    'call-limits.mjs',
    'first-difference.mjs',
    'hydrate-child.mjs',
    'library-modules.mjs',
    'open-questions.mjs',
    'page-modules.mjs',
    'probe-scope.mjs',
    'render-child.mjs',
    'sandbox.mjs',
    'virtual-time.mjs',
  ]);
  for (const name of names) {
    const code = readFileSync(path.join(scripts.folder, name), 'utf8');
    const imported = [...code.matchAll(/\bfrom '([^']+)'/g)].map(([, from]) => from);
    for (const from of imported)
      expect(from).toMatch(/^node:|^file:\/\/.*\/happy-dom\/lib\/index\.js$|^\.\/[\w-]+\.mjs$/);
    expect(code).not.toMatch(/\binterface \w+ \{|: unknown\b/);
  }
  expect(scripts.pathOf('render-child')).toBe(path.join(scripts.folder, 'render-child.mjs'));
});
