import { expect, test } from 'vitest';
import { ERROR_ID, errorId, frameOf } from '../../../src/contract/reports/error-id.ts';

const FRAME = 'at Post (https://site.example/assets/blog/page.0123456789.js:12:34)';

test('the same message from the same place has the same id, which fits its pattern', () => {
  expect(errorId('boom', FRAME)).toBe(errorId('boom', FRAME));
  expect(errorId('boom', FRAME)).toMatch(ERROR_ID);
  expect(errorId('', '')).toMatch(ERROR_ID);
});

test('another message or another place has another id', () => {
  const ids = ['boom', 'bang', '\u{1f4a5}'].flatMap((message) => [
    errorId(message, FRAME),
    errorId(message, ''),
  ]);
  expect(new Set(ids).size).toBe(6);
});

test('10,000 messages have 10,000 ids, spread over all of their letters', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => errorId(`id ${index} is not there`, FRAME));
  expect(new Set(ids).size).toBe(10_000);
  expect(new Set(ids.map((id) => id[0])).size).toBeGreaterThan(30);
});

test('what is past its bound does not count', () => {
  expect(errorId(`${'a'.repeat(300)}b`, '')).toBe(errorId(`${'a'.repeat(300)}c`, ''));
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
    'a process',
    'Error\n  at blog@0123456789ab/server/server.cjs:1:2',
    'at blog@0123456789ab/server/server.cjs:1:2',
  ],
  ['an extension', 'Error: /assets/ is missing\n at chrome-extension://abc/x.js:1:2', ''],
  ['nowhere', '', ''],
])('the frame of a stack of %s is the first in a file of an app', (_, stack, frame) => {
  expect(frameOf(stack)).toBe(frame);
});
