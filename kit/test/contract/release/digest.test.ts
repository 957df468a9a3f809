import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, compositionId, releaseDigest } from '../../../src/contract/release/digest.ts';
import { release } from '../fixtures/release.ts';
import { site } from '../fixtures/site.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('canonicalJson', () => {
  it.each([
    [{ b: 1, a: { d: 1, c: 2 } }, '{"a":{"c":2,"d":1},"b":1}'],
    [[{ b: 1, a: 2 }], '[{"a":2,"b":1}]'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [{ 10: 1, 9: 2 }, '{"10":1,"9":2}'],
    ['é"\n', '"é\\"\\n"'],
    [null, 'null'],
    [-0, '0'],
    [1e21, '1e+21'],
  ])('%j is %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [() => 1],
    [Symbol('a')],
    [1n],
    [[undefined]],
    [{ a: [undefined] }],
  ])('throws for values that JSON cannot contain', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('is independent of the order of keys, and preserves the value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(object));
        expect(JSON.parse(canonicalJson(object))).toEqual(JSON.parse(JSON.stringify(object)));
      }),
    );
  });
});

describe('digests', () => {
  it('cover every field of a release except the digest', () => {
    const digest = releaseDigest(release, sha256);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(releaseDigest({ ...release, digest: 'f'.repeat(64) } as typeof release, sha256)).toBe(digest);
    expect(releaseDigest({ ...release, forms: [] }, sha256)).not.toBe(digest);
  });

  it('name a composition by its releases and the site, in any order', () => {
    const id = compositionId({ apps: { shell: 'a', blog: 'b' }, site }, sha256);
    expect(compositionId({ apps: { blog: 'b', shell: 'a' }, site }, sha256)).toBe(id);
    expect(compositionId({ apps: { shell: 'a', blog: 'c' }, site }, sha256)).not.toBe(id);
    expect(compositionId({ apps: { shell: 'a', blog: 'b' }, site: { ...site, name: 'X' } }, sha256)).not.toBe(
      id,
    );
  });
});
