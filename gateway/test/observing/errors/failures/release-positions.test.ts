import { expect, test } from 'vitest';
import { createReleasePositions } from '../../../../src/observing/errors/failures/release-positions.ts';
import { MAX_MAP_BYTES } from '../../../../src/observing/errors/failures/source-positions.ts';
import { remoteRelease, sha256, version } from '../../../fixtures/fixture-release.ts';

const json = JSON.stringify({ version: 3, sources: ['src/home.tsx'], names: [], mappings: 'AAAA' });
const { release } = remoteRelease({ serverMap: json });
const SERVER = 'server/server.cjs';
const bundle = `docs@${release.digest.slice(0, 12)}`;

function positions() {
  const reads: string[] = [];
  const of = createReleasePositions(async (name) => {
    reads.push(name);
    return Buffer.from(json);
  });
  return { of, reads };
}

test('positions are those of the release that the stack names', async () => {
  const { of, reads } = positions();
  expect((await of([release])(bundle, SERVER))?.find(1, 1)).toBe('src/home.tsx:1');
  expect(await of([release])('docs@ffffffffffff', SERVER)).toBeUndefined();
  expect(await of([])(bundle, SERVER)).toBeUndefined();
  expect(await of([release])(bundle, 'client/docs.js')).toBeUndefined();
  expect(reads).toEqual([sha256(json)]);
});

test('a map that could not be read is read another time, and then once', async () => {
  let [reads, fails] = [0, true];
  const of = createReleasePositions(async () => {
    reads++;
    if (fails) throw new Error('EIO');
    return Buffer.from(json);
  });
  const find = async () => (await of([release])(bundle, SERVER))?.find(1, 1);
  expect(await Promise.all([find(), find()])).toEqual([undefined, undefined]);
  fails = false;
  expect([await find(), await find(), reads]).toEqual(['src/home.tsx:1', 'src/home.tsx:1', 2]);
});

test('a release without a map, or with one that says it is too large, is not read', async () => {
  const { of, reads } = positions();
  const plain = version('plain').release;
  const large = remoteRelease({
    serverMap: json,
    change: ({ files }) => void (files['maps/server/server.cjs.map']!.bytes = MAX_MAP_BYTES + 1),
  }).release;
  for (const each of [plain, large])
    expect(await of([each])(`docs@${each.digest.slice(0, 12)}`, SERVER)).toBeUndefined();
  expect(reads).toEqual([]);
});
