import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const HOOKS = new URL(
  '../../../../../src/releasing/admission/hydration/child/library-modules.ts',
  import.meta.url,
).href;
const LIBRARY = import.meta.resolve('happy-dom');

/** @returns the value of an expression after the library has loaded. */
function loaded(expression: string): unknown {
  const code = `const library = await import('${LIBRARY}'); console.log(JSON.stringify(${expression}));`;
  const flags = ['--no-warnings', '--import', HOOKS, '--input-type=module', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
}

test('the library loads, and opens a document', () => {
  const text = `(() => {
    const { document } = new library.Window();
    document.write('<p>a&amp;b</p>');
    return document.querySelector('p').textContent;
  })()`;
  expect(loaded(text)).toBe('a&b');
});

test("the library does not load Node's HTTP client", () => {
  expect(loaded(`process.moduleLoadList.filter((name) => name.includes('undici'))`)).toEqual([]);
});
