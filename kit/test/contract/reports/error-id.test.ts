import { expect, test } from 'vitest';
import { ERROR_ID, errorId, frameOf } from '../../../src/contract/reports/error-id.ts';

const FRAME = 'at Post (https://site.example/assets/blog/page.0123456789.js:12:34)';

test('gives one id to the same message, another to another', () => {
  expect(errorId('boom')).toBe(errorId('boom'));
  for (const message of ['boom', '', '\u{1f4a5}']) expect(errorId(message)).toMatch(ERROR_ID);
  expect(new Set(['boom', 'bang', '\u{1f4a5}', ''].map(errorId)).size).toBe(4);
});

test.each([
  ['numbers', 'no note 12', 'no note 7'],
  ['quoted text', 'note has no "title"', 'note has no "text of Ada"'],
  ['ids', 'user 6f9619ff-8b86-d011-b42d-00cf4fc964ff is gone', 'user a1 is gone'],
  ['mail addresses', 'cannot reach ada@example.org now', 'cannot reach b.c@site.example now'],
  [
    'queries',
    'GET https://site.example/search?q=my+secret failed',
    'GET https://site.example/search?q= failed',
  ],
])('gives messages that differ in %s one id', (_, one, other) => {
  expect(errorId(one)).toBe(errorId(other));
});

test('distinguishes messages with apostrophes in words', () => {
  expect(errorId("can't read the note")).not.toBe(errorId("can't read the page"));
});

test('gives 10,000 messages 10,000 ids with any first letter', () => {
  const word = (index: number) => String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
  const ids = Array.from({ length: 10_000 }, (_, index) => errorId(`the ${word(index)} is not there`));
  expect(new Set(ids).size).toBe(10_000);
  expect(new Set(ids.map((id) => id[0])).size).toBeGreaterThan(30);
});

test('ignores text beyond its limit', () => {
  expect(errorId(`${'a'.repeat(300)}b`)).toBe(errorId(`${'a'.repeat(300)}c`));
});

test.each([
  [
    'Chromium',
    `Error: boom\n    at f (node:fs:1:2)\n    ${FRAME}\n    at g (https://x/assets/shell/a.js:1:2)`,
    FRAME,
  ],
  [
    'Firefox',
    'Post@https://site.example/assets/blog/p.js:1:2\n',
    'Post@https://site.example/assets/blog/p.js:1:2',
  ],
  [
    'a render process',
    'Error\n  at blog@0123456789ab/server/server.cjs:1:2',
    'at blog@0123456789ab/server/server.cjs:1:2',
  ],
  ['an extension', 'Error: /assets/ is missing\n at chrome-extension://abc/x.js:1:2', ''],
  ['no lines', '', ''],
])('finds the first frame of an app in a stack of %s', (_, stack, frame) => {
  expect(frameOf(stack)).toBe(frame);
});
