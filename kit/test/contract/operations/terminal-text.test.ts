import { expect, test } from 'vitest';
import { terminalJson, terminalText } from '../../../src/contract/operations/terminal-text.ts';

test.each([
  ['removes colours', '\u001B[1;31mred\u001B[0m', 'red'],
  ['removes a cleared screen', 'a\u001B[2J\u001B[Hb', 'ab'],
  ['removes a window title', '\u001B]0;owned\u0007text', 'text'],
  ['removes a link', '\u001B]8;;https://evil.example\u001B\\here\u001B]8;;\u001B\\', 'here'],
  ['removes the start of an unterminated string', '\u001B]0;owned\nnext', '0;owned\nnext'],
  ['removes a nested sequence', '\u001B\u001B[31m[2Jx', '[2Jx'],
  ['removes a sequence of one letter', '\u001Bcx', 'x'],
  ['removes a trailing escape character', 'x\u001B', 'x'],
  ['removes 8-bit controls', 'a\u009B31mb\u0085', 'a31mb'],
  ['removes carriage returns and backspaces', 'refused\rlive\u0008\u007F', 'refusedlive'],
  ['removes bidirectional controls', 'a\u202Eb\u2066c\u2069\u200F\u061Cd', 'abcd'],
  ['preserves line breaks and tabs', 'a\tb\r\nc\nd', 'a\tb\r\nc\nd'],
  ['preserves letters of every script', 'Zürich – שלום 👩‍💻 東京', 'Zürich – שלום 👩‍💻 東京'],
])('%s', (_, text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

test('escapes control characters in JSON without a change of its value', () => {
  const value = { text: 'a\u001B[31m\u009B\u007F\u202E\u2066\r\n\tb' };
  const json = terminalJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toBe(terminalText(json));
  expect(json).toContain(String.raw`a\u001b[31m\u009b\u007f\u202e\u2066\r\n\tb`);
});

test('removes 200,000 unterminated sequences in linear time', () => {
  // Backtracking over 200,000 characters would take minutes.
  for (const part of ['\u001B]0;', '\u001B[0;', '\u001B[ ', '\u001B', '\u001B]'])
    expect(terminalText(part.repeat(200_000))).not.toContain('\u001B');
});
