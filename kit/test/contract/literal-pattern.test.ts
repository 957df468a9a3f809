import { expect, it } from 'vitest';
import { literalPattern } from '../../src/contract/literal-pattern.ts';

/** A text, and another one that the text as a pattern would match. */
it.each([
  ['a.b', 'axb'],
  ['ab*', 'abb'],
  ['ab+', 'abb'],
  ['ab?', 'a'],
  ['x{2}', 'xx'],
  ['(a)', 'a'],
  ['[a]', 'a'],
  ['a|b', 'b'],
  [String.raw`\d`, '1'],
  ['^a', 'a'],
  ['a$', 'a'],
  ['/a/', '/a'],
])('matches %s as it is written, and not %s', (text, other) => {
  const pattern = new RegExp(`^(?:${literalPattern(text)})$`);
  expect(pattern.test(text)).toBe(true);
  expect(pattern.test(other)).toBe(false);
});
