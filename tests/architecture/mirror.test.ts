import { describe, expect, test } from 'vitest';
import { EXEMPTIONS } from './mirror-exemptions.ts';
import { stale, unexplained, untested } from './mirror.ts';
import { sourceFiles } from './source-files.ts';

const plant = (path: string, text = 'export function value() {}') => ({ path, text });
const planted = [
  plant('kit/src/cli/run.ts'),
  plant('gateway/src/pages/page.ts'),
  plant('shell/src/menu.tsx'),
  plant('shell/src/types.ts', `import type { A } from './a.ts';\nexport interface B extends A {}`),
  plant('kit/src/errors/new-errors.ts'),
];
const tests = new Set(['kit/test/cli/run.process.test.ts', 'shell/test/menu.test.ts']);

const declarative: [what: string, text: string][] = [
  ['types', `import type { A } from './a.ts';\nexport interface B extends A {}`],
  ['names from elsewhere', `export { run } from './run.ts';`],
  ['a table', `export const LABELS = { a: [2 * 1024, -2], b: \`c\` } as const;`],
];
const deciding: [what: string, text: string][] = [
  ['a function', 'export const of = (n: number) => n;'],
  ['a choice', 'export const LIMIT = A ? 1 : 2;'],
  ['a call', 'export const NAMES = new Set(["a"]);'],
  ['work of its own', 'run();'],
];

describe('source files without a test', () => {
  test('are reported, except types and error catalogues', () => {
    expect(untested(planted, tests)).toEqual(['gateway/src/pages/page.ts']);
    expect(untested(planted, new Set())).toHaveLength(3);
  });

  test.each(declarative)('are accepted when they contain only %s', (_, text) => {
    expect(untested([plant('kit/src/a.ts', text)], new Set())).toEqual([]);
  });

  test.each(deciding)('are reported when they contain %s', (_, text) => {
    expect(untested([plant('kit/src/a.ts', text)], new Set())).toEqual(['kit/src/a.ts']);
  });

  test('are accepted when an exemption names them', () => {
    const missing = ['gateway/src/pages/page.ts', 'gateway/src/render/pool.ts'];
    expect(unexplained(missing, [{ files: ['gateway/src/pages/*.ts'], reason: '' }])).toEqual([
      'gateway/src/render/pool.ts',
    ]);
  });

  test('make an exemption stale when it matches none of them, or when its proof does not exist', () => {
    const exemptions = [
      { files: ['shell/src/menu.tsx'], reason: '', provenBy: 'shell/test/menu.test.ts' },
      { files: ['gateway/src/pages/{page,other}.ts'], reason: '', provenBy: 'tests/e2e/gone.test.ts' },
    ];
    expect(stale(['gateway/src/pages/page.ts'], exemptions, tests)).toEqual([
      'shell/src/menu.tsx',
      'gateway/src/pages/other.ts',
      'tests/e2e/gone.test.ts',
    ]);
  });
});

describe('source files of the repository', () => {
  const paths = new Set(
    sourceFiles('{kit,enquiries,gateway,shell,mfe-*,tests}/**/*.test.{ts,tsx}').map(({ path }) => path),
  );
  const missing = untested(
    sourceFiles('{kit,enquiries,gateway,shell,mfe-*}/src/**/*.{ts,tsx,mjs,cjs}'),
    paths,
  );

  test('have a test or an exemption', () => {
    expect(unexplained(missing, EXEMPTIONS)).toEqual([]);
  });

  test('have no stale exemption', () => {
    expect(stale(missing, EXEMPTIONS, paths)).toEqual([]);
  });
});
