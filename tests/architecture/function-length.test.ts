import { describe, expect, test } from 'vitest';
import { longFunctions } from './function-length.ts';
import { sourceFiles } from './source-files.ts';

const MOST_LINES = 60;
/** Longer ones that are to be split; none may be added. */
const statements = (count: number): string => 'work();\n'.repeat(count);

describe(`no function is longer than ${MOST_LINES} lines`, () => {
  test.each([
    ['a function', `function open() {\n${statements(59)}}`, 'open'],
    ['an arrow function', `const open = () => {\n${statements(59)}};`, 'open'],
    ['a method', `const gate = {\n  open() {\n${statements(59)}},\n};`, 'open'],
    [
      'a function within another',
      `function open() {\n${statements(10)}const shut = () => {\n${statements(59)}};\n}`,
      'shut',
    ],
    ['a callback', `gate.on('open', () => {\n${statements(59)}});`, 'the module'],
  ])('sees %s', (_what, text, name) => {
    const planted = { path: 'gateway/src/gate.ts', text };
    expect(longFunctions(planted, MOST_LINES)).toContain(`gateway/src/gate.ts: ${name} (61 lines)`);
  });

  test.each([
    ['one of just that length', `function open() {\n${statements(58)}}`],
    ['data', `const gates = [\n${'{ name: 1, open: () => {} },\n'.repeat(100)}];`],
    ['a declaration', `interface Gate {\n${'open(): void;\n'.repeat(100)}}`],
  ])('lets %s be', (_what, text) => {
    expect(longFunctions({ path: 'gateway/src/gate.ts', text }, MOST_LINES)).toEqual([]);
  });

  test('holds in the repository', () => {
    const files = sourceFiles('{kit,gateway,shell,mfe-*}/src/**/*.{ts,tsx,mjs,cjs}', 'scripts/**/*.{ts,mjs}');
    const long = files.flatMap((file) => longFunctions(file, MOST_LINES));
    expect(files.length).toBeGreaterThan(300);
    expect(long).toEqual([]);
  });
});
