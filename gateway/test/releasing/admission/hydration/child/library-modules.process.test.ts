import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const HOOKS = new URL(
  '../../../../../src/releasing/admission/hydration/child/library-modules.ts',
  import.meta.url,
).href;
const LIBRARY = import.meta.resolve('happy-dom');

/** @returns what is printed once the library has loaded. */
function loaded(expression: string): unknown {
  const code = `const library = await import('${LIBRARY}'); console.log(JSON.stringify(${expression}));`;
  const flags = ['--no-warnings', '--import', HOOKS, '--input-type=module', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
}

test('the library is whole, and opens a document', () => {
  const text = `(() => {
    const { document } = new library.Window();
    document.write('<p>a&amp;b</p>');
    return document.querySelector('p').textContent;
  })()`;
  expect(loaded(text)).toBe('a&b');
});

test("Node's HTTP client does not come along", () => {
  expect(loaded(`process.moduleLoadList.filter((name) => name.includes('undici'))`)).toEqual([]);
});
