import { expect, test } from 'vitest';
import { isJson } from '../../../src/platform/runtime/is-json.ts';

const LIST = `[${JSON.stringify('x'.repeat(300_000))},${'0,'.repeat(200_000)}0]`;

test.each([
  ['a short text', '{"a":1}', true],
  ['a short text that is cut off', '{"a":1', false],
  ['a long list', LIST, true],
  ['a long list that is cut off', LIST.slice(0, -1), false],
])('isJson recognises %s', async (_, text, expected) => {
  expect(await isJson(Buffer.from(text))).toBe(expected);
});
