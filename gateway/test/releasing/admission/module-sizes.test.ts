import { expect, test } from 'vitest';
import {
  MAX_WEIGHED_BYTES,
  moduleSizes,
  weighModules,
} from '../../../src/releasing/admission/module-sizes.ts';
import { remoteRelease, version } from '../../fixtures/fixture-release.ts';

const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const map = (parts: object = {}) => ({
  version: 3,
  sources: ['src/a.ts', 'src/b.ts'],
  names: [],
  mappings: 'AAAA,ICAA;ADAA',
  ...parts,
});

test('counts the characters of a script by their source, to the end of each line', () => {
  expect(weighModules({ json: bytes(map()), script: bytes('aaaabb\naaa') })).toEqual({
    'src/a.ts': 7,
    'src/b.ts': 2,
  });
});

test('counts no characters without a source', () => {
  expect(weighModules({ json: bytes(map({ mappings: 'AAAA,E;' })), script: bytes('aabbb\nccc') })).toEqual({
    'src/a.ts': 2,
  });
});

test('counts each character once with columns that go back, and none with sources that do not exist', () => {
  const mappings = 'AAAA,ICAA,DDAA,gkBAAA,ACAA';
  expect(weighModules({ json: bytes(map({ mappings })), script: bytes('aaaabbbb') })).toEqual({
    'src/a.ts': 8,
  });
  expect(weighModules({ json: bytes(map({ mappings: 'AFAA,IIAA' })), script: bytes('aaaabbbb') })).toEqual(
    {},
  );
});

test.each([
  ['invalid JSON', '{'],
  ['another version', map({ version: 2 })],
  ['no list of sources', map({ sources: {} })],
  ['other digits', map({ mappings: '%%%,!!!!' })],
  ['numbers that are too large', map({ mappings: `${'g'.repeat(300)}A` })],
  ['sources that are no paths', map({ sources: ['a\nb', 7] })],
])('counts nothing with a map of %s', (_, json) => {
  expect(weighModules({ json: bytes(json), script: bytes('aaaabb') })).toEqual({});
});

test('reads the files of the release, and names a script whose map is over the limit', async () => {
  const SCRIPT = 'server/server.cjs';
  const { release, files } = remoteRelease({ server: 'aaaabb', serverMap: JSON.stringify(map()) });
  const stored = new Map([...files].map(([file, body]) => [release.files[file]!.sha256, body]));
  const read = async (sha256: string) => stored.get(sha256);
  expect(await moduleSizes(read, release, SCRIPT)).toEqual({ 'src/a.ts': 4, 'src/b.ts': 2 });
  expect(await moduleSizes(read, version('plain').release, SCRIPT)).toEqual({});
  release.files['maps/server/server.cjs.map']!.bytes = MAX_WEIGHED_BYTES + 1;
  expect(await moduleSizes(read, release, SCRIPT)).toEqual({ [SCRIPT]: 6 });
});
