import { expect, test } from 'vitest';
import { terminalJson, terminalText } from '../../../src/contract/operations/terminal-text.ts';

test.each([
  ['colours', '\u001B[1;31mred\u001B[0m', 'red'],
  ['a cleared screen', 'a\u001B[2J\u001B[Hb', 'ab'],
  ['a window title', '\u001B]0;owned\u0007text', 'text'],
  ['a link', '\u001B]8;;https://evil.example\u001B\\here\u001B]8;;\u001B\\', 'here'],
  ['a string without an end', '\u001B]0;owned\nnext', '0;owned\nnext'],
  ['a sequence within a sequence', '\u001B\u001B[31m[2Jx', '[2Jx'],
  ['one of a single letter', '\u001Bcx', 'x'],
  ['an escape character at the end', 'x\u001B', 'x'],
  ['controls of one byte in 8-bit terminals', 'a\u009B31mb\u0085', 'a31mb'],
  ['a line that is written over', 'refused\rlive\u0008\u007F', 'refusedlive'],
  ['another order of the letters', 'a\u202Eb\u2066c\u2069\u200F\u061Cd', 'abcd'],
  ['line breaks and tabs, which stay', 'a\tb\r\nc\nd', 'a\tb\r\nc\nd'],
  ['letters of every script, which stay', 'Zürich – שלום 👩‍💻 東京', 'Zürich – שלום 👩‍💻 東京'],
])('%s', (_, text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

test('JSON keeps its value and has none of these characters', () => {
  const value = { text: 'a\u001B[31m\u009B\u007F\u202E\u2066\r\n\tb' };
  const json = terminalJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toBe(terminalText(json));
  expect(json).toContain(String.raw`a\u001b[31m\u009b\u007f\u202e\u2066\r\n\tb`);
});

test('the time grows with the length of the text, whatever the text is', () => {
  // Backtracking over 200,000 characters would take minutes.
  for (const part of ['\u001B]0;', '\u001B[0;', '\u001B[ ', '\u001B', '\u001B]'])
    expect(terminalText(part.repeat(200_000))).not.toContain('\u001B');
});
