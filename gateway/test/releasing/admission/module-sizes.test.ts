import { expect, test } from 'vitest';
import { moduleSizes, weighModules } from '../../../src/releasing/admission/module-sizes.ts';
import { MAX_MAP_BYTES } from '../../../src/observing/stacks/source-positions.ts';
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

test.each([
  ['invalid JSON', '{'],
  ['another version', map({ version: 2 })],
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
  release.files['maps/server/server.cjs.map']!.bytes = MAX_MAP_BYTES + 1;
  expect(await moduleSizes(read, release, SCRIPT)).toEqual({ [SCRIPT]: 6 });
});
