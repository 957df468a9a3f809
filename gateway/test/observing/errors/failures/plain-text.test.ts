import { expect, test } from 'vitest';
import { plainText } from '../../../../src/observing/errors/failures/plain-text.ts';

test.each([
  ['a line break', 'a\r\nb', 'a b'],
  ['an escape of a terminal', '\u001b[2Ja', ' [2Ja'],
  ['a change of direction', 'a\u202eb', 'a b'],
  ['what is too long', 'abcdefghijkl', 'abcdefghij'],
])('%s does not reach the log', (_, text, plain) => {
  expect(plainText(text, 10)).toBe(plain);
});
