import { expect, it } from 'vitest';
import { sha256 } from '@voltframe/kit/packaging/sha256';

/** Examples of FIPS 180-4. */
it.each([
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
])('returns the digest of the standard for %j, as text and as bytes', (text, digest) => {
  expect([sha256(text), sha256(Buffer.from(text))]).toEqual([digest, digest]);
});
