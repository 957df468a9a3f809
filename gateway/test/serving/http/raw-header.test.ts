import { expect, test } from 'vitest';
import { rawHeader } from '../../../src/serving/http/raw-header.ts';

test.each([
  ['in another case', ['Cookie', 'a=1'], 'a=1'],
  ['repeated, joined by commas', ['cookie', 'a=1', 'x', 'y', 'COOKIE', 'b=2'], 'a=1, b=2'],
  ['absent', ['cookies', 'a=1', 'x', 'cookie'], undefined],
])('a header field that is %s', (_, fields, value) => {
  expect(rawHeader(fields, 'cookie')).toBe(value);
});
