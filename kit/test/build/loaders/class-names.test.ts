import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const classNames = require('../../../src/build/loaders/class-names.cjs') as ((code: string) => string) & {
  exportName(name: string): string;
};

it('adds a default export with all names of a CSS module', () => {
  const code = [
    '// Exports',
    'export var title = `a_title`;',
    'var _1 = `a_two ${x_NAMED___["base"]}`;',
    'export { _1 as "two-words" };',
    'var _2 = `a_default`;',
    'export { _2 as "(default)" };',
    '',
  ].join('\n');
  expect(classNames(code)).toBe(
    `${code}export default { "title": title, "two-words": _1, "default": _2 };\n`,
  );
});

it('names the class default in the default export of mini-css-extract-plugin', () => {
  const named = 'var _1 = "a";\nexport { _1 as "(default)" };\nexport default { "(default)": _1, "b": _2 }\n';
  expect(classNames(named)).toContain('export default { "default": _1, "b": _2 }');
  expect(['default', 'title'].map(classNames.exportName)).toEqual(['(default)', 'title']);
});

it('adds no second default export where mini-css-extract-plugin made one for a stylesheet without names', () => {
  const plain = '// extracted by mini-css-extract-plugin\nexport {};export default {};';
  expect(classNames(plain)).toBe(plain);
});
