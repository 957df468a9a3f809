import { expect, test } from 'vitest';
import { ERROR_ID, errorId, frameOf } from '../../../src/contract/reports/error-id.ts';

const FRAME = 'at Post (https://site.example/assets/blog/page.0123456789.js:12:34)';

test('gives one id to the same message and frame', () => {
  expect(errorId('boom', FRAME)).toBe(errorId('boom', FRAME));
  expect(errorId('boom', FRAME)).toMatch(ERROR_ID);
  expect(errorId('', '')).toMatch(ERROR_ID);
});

test('gives another id to another message or frame', () => {
  const ids = ['boom', 'bang', '\u{1f4a5}'].flatMap((message) => [
    errorId(message, FRAME),
    errorId(message, ''),
  ]);
  expect(new Set(ids).size).toBe(6);
});

test('gives 10,000 messages 10,000 ids with any first letter', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => errorId(`id ${index} is not there`, FRAME));
  expect(new Set(ids).size).toBe(10_000);
  expect(new Set(ids.map((id) => id[0])).size).toBeGreaterThan(30);
});

test('ignores text beyond its limit', () => {
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
    'a render process',
    'Error\n  at blog@0123456789ab/server/server.cjs:1:2',
    'at blog@0123456789ab/server/server.cjs:1:2',
  ],
  ['an extension', 'Error: /assets/ is missing\n at chrome-extension://abc/x.js:1:2', ''],
  ['no lines', '', ''],
])('finds the first frame of an app in a stack of %s', (_, stack, frame) => {
  expect(frameOf(stack)).toBe(frame);
});
