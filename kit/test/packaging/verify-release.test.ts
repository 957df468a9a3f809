import { describe, expect, it } from 'vitest';
import { verifyFile, readBuiltManifest } from '@voltframe/kit/packaging/verify-release';
import { describeRelease, sampleFiles } from './fixtures/releases.ts';

const release = describeRelease('legal');

describe('verifyFile', () => {
  const [[name, body]] = Object.entries(sampleFiles('legal')) as [[string, string]];
  const verify = (bytes: string) => verifyFile('legal', name, release.files[name]!, Buffer.from(bytes));
  it('accepts the declared bytes', () => expect(() => verify(body)).not.toThrow());
  it.each([
    ['other bytes of the same size', body.replace('legal', 'lega1'), 'another sha-256'],
    ['another size', `${body} `, `it has ${body.length + 1} bytes, ${body.length} are declared`],
  ])('rejects %s', (_, bytes, reason) => expect(() => verify(bytes)).toThrow(reason));
});

const [declared] = Object.values(release.files);
const withFiles = (files: object): string => JSON.stringify({ ...release, files });

it('readBuiltManifest parses a valid release.json', () => {
  expect(readBuiltManifest(JSON.stringify(release), 'legal')).toEqual(release);
});

it.each([
  ['a text that is not JSON', '{', 'PACK_MANIFEST_INVALID', 'it is not JSON'],
  ['null', 'null', 'PACK_MANIFEST_INVALID', 'it names no app'],
  [
    'a path as the name of the app',
    JSON.stringify({ ...release, app: '../x' }),
    'PACK_MANIFEST_INVALID',
    'it names no app',
  ],
  [
    'a file outside the folder',
    withFiles({ '../id.txt': declared }),
    'PACK_MANIFEST_INVALID',
    '"../id.txt" is no file',
  ],
  [
    'a file without size',
    withFiles({ 'data/a.json': null }),
    'PACK_MANIFEST_INVALID',
    '"data/a.json" is no file',
  ],
  ['another digest', JSON.stringify({ ...release, digest: 'b'.repeat(64) }), 'PACK_DIGEST_WRONG', 'legal'],
  [
    'a file over the limit of gateways',
    JSON.stringify(
      describeRelease('legal', sampleFiles('legal'), {
        files: { ...release.files, 'data/a.json': { sha256: 'a'.repeat(64), bytes: 1e9 } },
      }),
    ),
    'PACK_TOO_LARGE',
    'data/a.json',
  ],
])('readBuiltManifest rejects %s', (_, manifest, code, reason) => {
  expect(() => readBuiltManifest(manifest, 'legal')).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(reason) as string }),
  );
});
