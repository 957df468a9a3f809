import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const HOOKS = new URL(
  '../../../../../src/releasing/admission/hydration/child/library-modules.ts',
  import.meta.url,
).href;
const LIBRARY = import.meta.resolve('happy-dom');

test("the library does not load Node's HTTP client", () => {
  const loaded = `process.moduleLoadList.filter((name) => name.includes('undici'))`;
  const code = `await import('${LIBRARY}'); console.log(JSON.stringify(${loaded}));`;
  const flags = ['--no-warnings', '--import', HOOKS, '--input-type=module', '--eval', code];
  expect(JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }))).toEqual([]);
});
