import { expect, test } from 'vitest';
import { browserStack } from '../../../../src/observing/errors/failures/browser-stack.ts';

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
])('reads a call as %s writes it', (_, line, expected) => {
  expect(browserStack(line)).toBe(expected);
});

test.each(['at <anonymous>', 'at f (chrome-extension://abc/content.js:1:2)', 'Error: boom'])(
  'leaves %s as it is',
  (line) => {
    expect(browserStack(line)).toBe(line);
  },
);

test('reads so much and no more', () => {
  expect(browserStack(`${'a'.repeat(10_000)}\n`.repeat(1_000)).length).toBeLessThan(21_000);
});

test('names the release that a script is of', () => {
  const line = 'at List (https://site.example/assets/blog/pages.list.0123456789.js:1:2)';
  expect(browserStack(line, (app) => (app === 'blog' ? 'abcdef'.repeat(4) : ''))).toBe(
    'at List (blog@abcdefabcdef/client/pages.list.0123456789.js:1:2)',
  );
});
