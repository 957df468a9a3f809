import { describe, expect, test } from 'vitest';
import { clientRules } from './client-rules.ts';
import { rules } from './rules.ts';
import { importsOf, sourceFiles } from './source-files.ts';

const files = sourceFiles('*.ts', '{scripts,kit,gateway,shell,mfe-*,tests}/**/*.{ts,tsx,mjs,cjs}');

describe.each([...rules, ...clientRules])('$name', ({ covers, violations, planted }) => {
  test.each(planted)('reports $text in $path', (file) => {
    expect(covers(file.path)).toBe(true);
    expect(violations(file)).not.toEqual([]);
  });

  test('holds in the repository', () => {
    const covered = files.filter(({ path }) => covers(path));
    expect(covered.length).toBeGreaterThan(0);
    expect(covered.flatMap((file) => violations(file).map((what) => `${file.path}: ${what}`))).toEqual([]);
  });
});

test('architecture rules ignore comments', () => {
  const rule = rules.find(({ name }) =>
    name.startsWith('the contract and the deciding modules use no clock'),
  )!;
  expect(
    rule.violations({
      path: 'kit/src/contract/head.ts',
      text: '/** Not Date.now(). */\nexport const id = 1;',
    }),
  ).toEqual([]);
});

test('a script of a child process counts as an import, and one in a comment does not', () => {
  const text = [
    "/** As `new URL('./other.ts', import.meta.url)`. */",
    "const script = new URL('./render-child.ts', import.meta.url);",
    "const folder = new URL('..', import.meta.url);",
  ].join('\n');
  const path = 'gateway/src/serving/render/render-pool.ts';
  expect(importsOf({ path, text })).toEqual([{ specifier: './render-child.ts', isType: false }]);
});
