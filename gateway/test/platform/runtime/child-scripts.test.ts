import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createChildScripts } from '../../../src/platform/runtime/child-scripts.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const RENDER = [new URL('../../../src/serving/render/render-child.ts', import.meta.url)];
const HYDRATE = [
  new URL('../../../src/releasing/admission/hydration/child/hydrate-child.ts', import.meta.url),
];

test('each version has a folder of scripts in the data folder, which a start writes again', () => {
  const dataDir = testFolder();
  const { folder } = createChildScripts(dataDir)(RENDER);
  writeFileSync(path.join(folder, 'sandbox.mjs'), 'half');
  expect(createChildScripts(dataDir)(RENDER).folder).toBe(folder);
  expect(readFileSync(path.join(folder, 'sandbox.mjs'), 'utf8')).not.toBe('half');
  expect(readdirSync(path.join(dataDir, 'render-scripts'))).toEqual([path.basename(folder)]);
  expect(path.basename(folder)).toMatch(/^[0-9a-f]{12}$/);
});

test.each([
  ['render-child', RENDER, []],
  ['hydrate-child', HYDRATE, ['happy-dom']],
])(
  '%s is JavaScript, and imports only its own scripts, Node and its libraries',
  (name, entries, libraries) => {
    const scripts = createChildScripts(testFolder())(entries, libraries);
    expect(scripts.paths).toEqual([path.join(scripts.folder, `${name}.mjs`)]);
    expect(scripts.readable[0]).toBe(scripts.folder);
    const names = readdirSync(scripts.folder);
    for (const file of names) {
      const code = readFileSync(path.join(scripts.folder, file), 'utf8');
      expect(code).not.toMatch(/\binterface \w+ \{|: unknown\b/);
      for (const [, from] of code.matchAll(/\bfrom '([^']+)'/g))
        if (from!.startsWith('.')) expect(names).toContain(path.basename(from!));
        else expect(from).toMatch(/^node:|^file:\/\/.*\/happy-dom\/lib\/index\.js$/);
    }
  },
);

test('the process does not load the compiler that strips the types', () => {
  createChildScripts(testFolder())(RENDER);
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  expect(moduleLoadList).toContain('NativeModule child_process');
  expect(moduleLoadList.filter((name) => name.includes('amaro'))).toEqual([]);
});

test('a library that is not installed is an error', () => {
  expect(() => createChildScripts(testFolder())(RENDER, ['not-installed'])).toThrow('not-installed');
});
