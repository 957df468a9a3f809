import { expect, it } from 'vitest';
import { takeImports, takeValues } from '../../src/build/stylesheet-imports.ts';

it('takes imports of files and packages out of a stylesheet, and keeps the lines of its rules', () => {
  const css = `@import './a.css';\n@import\n  url("package/b.css");\n.a { color: red }\n`;
  const { css: rest, imports, issues } = takeImports(css);
  expect(imports).toEqual(['@import "./a.css";\n', '@import "package/b.css";\n']);
  expect(issues).toEqual([]);
  expect(rest.split('\n').map((line) => line.trim())).toEqual(
    css.split('\n').map((line) => (line.startsWith('.a') ? line : '')),
  );
});

it.each([
  ['//fonts.example/a.css', 'of another site'],
  ['https://fonts.example/a.css', 'of another site'],
  ["'./a.css' screen", 'has conditions'],
  ["'./a.css' layer(base)", 'has conditions'],
])('reports @import %s with its line, and leaves it', (address, reason) => {
  const css = `.a { color: red }\n@import ${address};\n`;
  expect(takeImports(css)).toEqual({
    css,
    imports: [],
    issues: [{ line: 2, reason: expect.stringContaining(reason) }],
  });
});

it('takes the values of a CSS module out of it, in their order', () => {
  const css = `@value wide: 60rem;\n.a { color: red }\n:export { wide: wide; }\n.b { color: blue }\n`;
  const { css: rest, values } = takeValues(css);
  expect(values).toEqual(['@value wide: 60rem;\n', ':export { wide: wide; }\n']);
  expect(rest.split('\n').map((line) => line.trim())).toEqual([
    '',
    '.a { color: red }',
    '',
    '.b { color: blue }',
    '',
  ]);
});

it('returns a stylesheet without imports and values unchanged', () => {
  const css = '.a { color: red }';
  expect([takeImports(css).css, takeValues(css).css]).toEqual([css, css]);
});
