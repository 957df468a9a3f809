import { expect, test } from 'vitest';
import { browserStack, mapStack, plainText } from '../../../src/observing/stacks/stacks.ts';

const DOCS = 'docs@0123456789ab';
const positionsOf = async (release: string, file: string) =>
  release === DOCS && file === 'server/server.cjs'
    ? async (line: number, column: number) => (line < 1000 ? `src/home.tsx:${line * 10 + column}` : undefined)
    : undefined;

test('maps each frame with a source to it, with the name of the function', async () => {
  const stack = `Error: at first
    at Home (${DOCS}/server/server.cjs:1:2)
    at async ${DOCS}/server/server.cjs:3:4
    at render (shell@0123456789ab/server/server.cjs:5:6)
    at Late (${DOCS}/server/server.cjs:1000:1)
    at handle (file:///data/render-child.mjs:53:32)
    at process.emit (node:events:514:20)
    at <anonymous>`;
  expect(await mapStack(stack, positionsOf)).toEqual([
    'Home (docs src/home.tsx:12)',
    'docs src/home.tsx:34',
    'render (shell@0123456789ab/server/server.cjs:5:6)',
    `Late (${DOCS}/server/server.cjs:1000:1)`,
    '<anonymous>',
  ]);
});

test.each([
  ['has a million frames in one line', 'at a'.repeat(1_000_000)],
  ['has a million frames', '\nat b'.repeat(1_000_000)],
  ['has escapes', `at \u001b[2J (${DOCS}/server/server.cjs:1:2)\u0007`],
  ['is slow to match', `at ${`${DOCS}/`.repeat(400)}`],
  ['has a position of 300 digits', `at a (${DOCS}/server/server.cjs:${'1'.repeat(300)}:1)`],
])('limits a stack that %s', async (_, stack) => {
  const frames = await mapStack(stack, positionsOf);
  expect(frames.length).toBeLessThanOrEqual(12);
  for (const frame of frames) expect(frame).toMatch(/^[^\p{Cc}]{0,300}$/u);
});

const PAGE = 'blog@000000000000/client/pages.list.0123456789.js:1:2';

test.each([
  [
    'Chromium',
    '    at List (http://localhost:3000/assets/blog/pages.list.0123456789.js:1:2)',
    `at List (${PAGE})`,
  ],
  [
    'Chromium, without a name',
    'at http://localhost:3000/assets/blog/pages.list.0123456789.js:1:2',
    `at ${PAGE}`,
  ],
  [
    'Chromium, of a build that is not live',
    'at async load (http://localhost/-/refresh/blog/pages.list.0123456789.js:1:2)',
    `at async load (${PAGE})`,
  ],
  ['Firefox', 'List@https://site.example/assets/blog/pages.list.0123456789.js:1:2', `at List (${PAGE})`],
  ['Safari, without a name', '@https://site.example/assets/blog/pages.list.0123456789.js:1:2', `at ${PAGE}`],
])('reads a frame of %s', (_, line, expected) => {
  expect(browserStack(line, [])).toBe(expected);
});

test.each([
  'at <anonymous>',
  'at f (https://site.example/search?q=secret:1:2)',
  'at f (chrome-extension://abc/content.js:1:2)',
  'Error: boom',
])('leaves out %s', (line) => {
  expect(browserStack(line, [])).toBe('');
});

test('limits the length of a stack', () => {
  const line = `at f (https://site.example/assets/blog/a.js:1:2)${'a'.repeat(10_000)}\n`;
  expect(browserStack(line.repeat(1_000), []).length).toBeLessThan(21_000);
});

test.each([
  ['a line break', 'a\r\nb', 'a b'],
  ['an escape of a terminal', '\u001b[2Ja', ' [2Ja'],
  ['a change of direction', 'a\u202eb', 'a b'],
  ['excess length', 'abcdefghijkl', 'abcdefghij'],
])('removes %s', (_, text, plain) => {
  expect(plainText(text, 10)).toBe(plain);
});
