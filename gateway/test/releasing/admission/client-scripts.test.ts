import { expect, test } from 'vitest';
import { resolveImport } from '../../../src/releasing/admission/client-scripts.ts';
import { checkClientFiles, client } from '../../fixtures/client-check.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';

test.each([
  ['does not parse', '}{', 'ADMISSION_CLIENT_SYNTAX'],
  ['imports a missing file', `import './nowhere.js'`, 'ADMISSION_CLIENT_IMPORT'],
  [
    'names the file of a shared library of another app',
    `export const needs = { page: ['/assets/-/${'0'.repeat(64)}.js'] };`,
    'ADMISSION_CLIENT_IMPORT',
  ],
])('a script that %s is refused', async (_, text, code) => {
  const { findings } = await checkClientFiles(client('page.0000000003.js', text));
  expect(findings).toMatchObject([{ app: 'docs', code }]);
});

test.each([
  `navigator.serviceWorker.register('/docs/sw.js')`,
  `window.navigator?.serviceWorker?.register('/docs/sw.js')`,
  `navigator['serviceWorker']['register']('/docs/sw.js')`,
  `const workers = navigator.serviceWorker; workers.register('/docs/sw.js')`,
  `const { serviceWorker: workers } = navigator; workers.register('/docs/sw.js')`,
])('a script that registers a service worker is refused: %s', async (text) => {
  const { findings } = await checkClientFiles(client('page.0000000003.js', `export {};\n${text};`));
  expect(findings).toMatchObject([
    {
      app: 'docs',
      code: 'ADMISSION_SERVICE_WORKER',
      reason: 'page.0000000003.js, line 2 registers a service worker',
    },
  ]);
});

test('a script that only looks for service workers passes', async () => {
  const text = `if ('serviceWorker' in navigator) navigator.serviceWorker.getRegistrations(); forms.register('a');`;
  expect((await checkClientFiles(client('page.0000000003.js', text))).findings).toEqual([]);
});

test('a script that does later what the policy of its pages refuses is a warning, once for each use', async () => {
  const uses =
    'export const load = () => WebAssembly.compile(bytes); export const run = (text) => eval(text);';
  const { findings, warnings } = await checkClientFiles(
    remoteRelease({ client: { 'page.0000000003.js': uses, 'part.0000000004.js': uses } }),
  );
  expect(findings).toEqual([]);
  expect(warnings).toMatchObject([
    {
      code: 'ADMISSION_POLICY_NEED',
      owner: 'docs',
      reason:
        'page.0000000003.js, line 1 compiles WebAssembly, which the policy of the pages refuses; ' +
        `csp: { 'script-src': ["'wasm-unsafe-eval'"] } permits it`,
    },
    { reason: expect.stringContaining('line 1 evaluates a text as code') },
  ]);
});

test.each([
  ['./b.js', '/assets/docs/b.0123456789.js'],
  ['../docs/b.js', '/assets/docs/b.0123456789.js'],
  ['/assets/docs/b.js', '/assets/docs/b.0123456789.js'],
  ['./c.js', '/assets/docs/c.js'],
  ['react', undefined],
  ['//elsewhere.example/a.js', undefined],
  ['https://elsewhere.example/a.js', undefined],
])('a script of /assets/docs that imports %s requests %s', (specifier, url) => {
  const imports = { '/assets/docs/b.js': '/assets/docs/b.0123456789.js' };
  expect(resolveImport(specifier, '/assets/docs/a.js', imports)).toBe(url);
});
