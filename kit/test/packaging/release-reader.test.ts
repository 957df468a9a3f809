import { describe, expect, it, test } from 'vitest';
import { contractError, readManifest, readManifestOf } from '@voltframe/kit/packaging/release-reader';
import { describeRelease } from './fixtures/releases.ts';

const release = describeRelease('legal');
const text = (change: object = {}) => JSON.stringify({ ...release, ...change });
const limits = { manifestBytes: 5_000, fileBytes: 5_000, unpackedBytes: 10_000, files: 5 };

describe('readManifest', () => {
  it('parses a valid release.json', () => {
    expect(readManifest(text(), 'legal')).toEqual(release);
    expect(readManifestOf('legal', text())).toEqual(release);
  });

  const many = Object.fromEntries(
    Array.from({ length: 1_001 }, (_, n) => [`/legal/${n}`, { redirect: '/' }]),
  );
  it.each([
    ['a later contract', text({ contract: 99, new: 1 }), {}, 'PACK_CONTRACT', 'built for contract 99'],
    ['a contract that is no number', text({ contract: '1' }), {}, 'PACK_MANIFEST_INVALID', 'contract: not a'],
    ['no contract', text({ contract: undefined }), {}, 'PACK_MANIFEST_INVALID', 'contract: not a version'],
    ['a text that is not JSON', '{', {}, 'PACK_MANIFEST_INVALID', 'it is not JSON'],
    ['no release', '{}', {}, 'PACK_MANIFEST_INVALID', 'and '],
    ['another digest', text({ digest: 'b'.repeat(64) }), {}, 'PACK_DIGEST_WRONG', 'legal'],
    ['too much text', text(), { manifestBytes: 10 }, 'PACK_TOO_LARGE', 'legal/release.json'],
    ['too many files', text(), { files: 2 }, 'PACK_TOO_LARGE', 'the number of its files'],
    ['a file that is too large', text(), { fileBytes: 100 }, 'PACK_TOO_LARGE', 'legal/'],
    ['too many bytes in total', text(), { unpackedBytes: 1_000 }, 'PACK_TOO_LARGE', 'its size unpacked'],
    [
      'too many rules',
      text({ rules: many }),
      { manifestBytes: 1e6 },
      'PACK_TOO_LARGE',
      'the number of its rules',
    ],
    [
      'too many entries in a list',
      text({ client: { css: Array.from({ length: 25_000 }, () => '') } }),
      { manifestBytes: 1e6 },
      'PACK_TOO_LARGE',
      'the number of its entries',
    ],
    [
      'too many values, before it parses them',
      text({ files: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`../${index}`, 1])) }),
      { manifestBytes: 1e6 },
      'PACK_MANIFEST_INVALID',
      'it has more than 50000 values',
    ],
    ['null', 'null', {}, 'PACK_MANIFEST_INVALID', 'legal'],
  ])('rejects %s', (_, manifest, less, code, reason) => {
    const refused = { code, message: expect.stringContaining(reason) as string };
    expect(() => readManifest(manifest, 'legal', { ...limits, ...less })).toThrow(
      expect.objectContaining(refused),
    );
  });

  it('rejects the release of another app, by its name', () => {
    expect(() => readManifestOf('blog', text())).toThrow('it is of the app legal');
  });
});

const VERSIONS = [1, 2, 3].map((version) => ({ version, kit: `${version}.0.0` }));

test.each([
  ['its own version', 3, undefined],
  ['the version before', 2, undefined],
  ['two versions before', 1, 'PACK_CONTRACT'],
  ['the version after', 4, 'PACK_CONTRACT'],
])('contractError of a gateway of contract 3: %s', (_, contract, code) => {
  expect(contractError({ app: 'blog', contract }, VERSIONS)?.code).toBe(code);
});

test('contractError names the contract, the accepted versions and the kit to install', () => {
  const refused = contractError({ app: 'blog', contract: 4 }, VERSIONS);
  expect(refused).toMatchObject({
    message: 'blog: the release is built for contract 4; this gateway takes contracts 2 to 3',
    fix: expect.stringContaining('/-/packages/voltframe-kit-3.0.0.tgz') as string,
  });
});
