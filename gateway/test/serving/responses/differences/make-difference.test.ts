import { randomBytes } from 'node:crypto';
import { brotliCompressSync, type BrotliOptions, brotliDecompressSync } from 'node:zlib';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { expect, test } from 'vitest';
import { makeDifference } from '../../../../src/serving/responses/differences/make-difference.ts';

/** A script as a build writes it: it compresses, but not to nothing. */
const before = Buffer.from(
  Array.from(
    { length: 2_000 },
    (_, index) => `f${sha256(Buffer.from([index & 255, index >> 8])).slice(0, 9)}();`,
  ).join(''),
);
const after = Buffer.from(String(before).replace('f', 'changed'));
const dictionary = { sha256: sha256(before), bytes: before };
const otherwise = brotliCompressSync(after).length;

test('a difference is a hundredth of the file, and gives exactly the file', async () => {
  const difference = (await makeDifference(dictionary, after, otherwise))!;
  expect(difference.length).toBeLessThan(otherwise / 100);
  const options: BrotliOptions & { dictionary: Buffer } = { dictionary: before };
  expect(brotliDecompressSync(difference.subarray(36), options).equals(after)).toBe(true);
});

test('it begins with the mark of its coding and the digest of its dictionary', async () => {
  const difference = (await makeDifference(dictionary, after, otherwise))!;
  expect(difference.subarray(0, 4).toString('hex')).toBe('ff444342');
  expect(difference.subarray(4, 36).toString('hex')).toBe(dictionary.sha256);
});

test('there is none between files that have nothing in common, nor where the file itself is as small', async () => {
  const other = Buffer.from(randomBytes(20_000).toString('hex'));
  expect(await makeDifference(dictionary, other, brotliCompressSync(other).length)).toBeUndefined();
  expect(await makeDifference(dictionary, after, 40)).toBeUndefined();
});
