import { expect, test } from 'vitest';
import { assertBlobName, isBlobName } from '../../../src/platform/blobs/blob-name.ts';

const NAME = '0123456789abcdef'.repeat(4);

test('a blob is named by 64 hexadecimal digits in lower case, and by nothing else', () => {
  expect(isBlobName(NAME)).toBe(true);
  const others = ['', NAME.slice(1), `${NAME}0`, NAME.toUpperCase(), `${NAME}\n`, `../../${NAME.slice(6)}`];
  expect(others.filter(isBlobName)).toEqual([]);
});

test('what is no name is said, not at any length', () => {
  expect(() => assertBlobName(NAME)).not.toThrow();
  expect(() => assertBlobName('x'.repeat(100_000))).toThrow(/^Not a sha-256: x{80}$/);
});
