import { expect, it } from 'vitest';
import { literalPattern } from '../../src/contract/literal-pattern.ts';

it.each(['a.b', '$x', '(', '[a]', 'a|b', '^', '\\d', '/a/', '{2}', '*+?'])(
  'matches %s as it is written',
  (text) => {
    const pattern = new RegExp(`^${literalPattern(text)}$`);
    expect(pattern.test(text)).toBe(true);
    expect(pattern.test(`${text}x`)).toBe(false);
  },
);
