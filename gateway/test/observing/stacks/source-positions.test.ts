import { expect, onTestFinished, test, vi } from 'vitest';
import {
  createReleasePositions,
  findPlace,
  MAX_MAP_BYTES,
  sourcePositions,
} from '../../../src/observing/stacks/source-positions.ts';
import { remoteRelease, sha256, version } from '../../fixtures/fixture-release.ts';

const map = (parts: object): Buffer =>
  Buffer.from(
    JSON.stringify({ version: 3, sources: ['src/home.tsx'], names: [], mappings: ';AAWA', ...parts }),
  );

let maps = 0;
/** @returns finds places in a map that no earlier call has read. */
const placesIn = (json: Buffer) => {
  const id = ++maps;
  return (line: number, column: number) => findPlace({ id, json, line, column });
};

test('maps a position of a script to its source', () => {
  const find = placesIn(map({}));
  expect(find(2, 30)).toBe('src/home.tsx:12');
  const nowhere = [
    [1, 1],
    [3, 1],
    [0, 1],
    [2, 0],
  ].map(([line, column]) => find(line!, column!));
  expect(nowhere).toEqual(Array(4).fill(undefined));
});

test.each([
  ['of invalid JSON', Buffer.from('{')],
  ['that is not an object', Buffer.from('null')],
  ['of another version', map({ version: 2 })],
  ['in sections', Buffer.from('{"version":3,"sections":[]}')],
  ['without mappings', map({ mappings: 7 })],
  ['of 400,000 levels', Buffer.from('['.repeat(400_000))],
])('refuses a map %s', (_, json) => {
  expect(placesIn(json)(2, 30)).toBeUndefined();
});

test('refuses a map over the limit, and parses others in a thread', async () => {
  expect(sourcePositions(Buffer.concat([map({}), Buffer.alloc(MAX_MAP_BYTES, ' ')]))).toBeUndefined();
  const json = map({});
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect(await sourcePositions(json)?.(2, 30)).toBe('src/home.tsx:12');
  expect(parse).not.toHaveBeenCalled();
});

test.each([
  ['the most segments', 'A,'.repeat(MAX_MAP_BYTES / 2 - 100)],
  ['the most segments in the wrong order', `ggB,${'D,'.repeat(MAX_MAP_BYTES / 2 - 100)}`],
  ['the most lines', ';'.repeat(MAX_MAP_BYTES - 200)],
])('maps others after a map of a megabyte with %s', async (_, mappings) => {
  const [hostile, other] = [sourcePositions(map({ mappings }))!, sourcePositions(map({}))!];
  expect(await hostile(9, 1)).toBeUndefined();
  expect(await other(2, 30)).toBe('src/home.tsx:12');
});

test.each([
  ['mappings before the first line', { mappings: 'AADA' }],
  ['a source with a line break', { mappings: 'AAAA', sources: ['src/a.ts\n{"level":60}'] }],
  ['a source with an escape', { mappings: 'AAAA', sources: ['\u001b[2Jsrc/a.ts'] }],
  ['a source of 100,000 characters', { mappings: 'AAAA', sources: ['a'.repeat(100_000)] }],
  ['a source that is not a string', { mappings: 'AAAA', sources: [{}] }],
  ['a missing source', { mappings: 'AAAA', sources: [] }],
])('finds no place in a map with %s', (_, parts) => {
  expect(placesIn(map(parts))(1, 1)).toBeUndefined();
});

test.each([
  ['invalid letters', '€%$,;;!!'],
  ['a number of 1,000 digits', 'g'.repeat(1_000)],
  ['a segment of 1,000 numbers', 'A'.repeat(1_000)],
  ['an end within a number', 'AAg'],
])('names nothing but a source of the map for mappings with %s', (_, mappings) => {
  expect(placesIn(map({ mappings }))(1, 1) ?? 'src/home.tsx:1').toMatch(/^src\/home\.tsx:\d+$/);
});

test('uses the last segment before the column, relative to the previous lines', () => {
  const find = placesIn(map({ sources: ['a.ts', 'b.ts'], mappings: 'AAAA,KAEA,KCCA,K;;AACA' }));
  const at = [
    [1, 1],
    [1, 6],
    [1, 11],
    [1, 16],
    [2, 1],
    [3, 9],
  ].map(([line, column]) => find(line!, column!));
  expect(at).toEqual(['a.ts:1', 'a.ts:3', 'b.ts:4', undefined, undefined, 'b.ts:5']);
});

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

test('uses the map of the release that the stack names', async () => {
  const { of, reads } = positions();
  expect(await (await of([release])(bundle, SERVER))?.(1, 1)).toBe('src/home.tsx:1');
  expect(await of([release])('docs@ffffffffffff', SERVER)).toBeUndefined();
  expect(await of([])(bundle, SERVER)).toBeUndefined();
  expect(await of([release])(bundle, 'client/docs.js')).toBeUndefined();
  expect(reads).toEqual([sha256(json)]);
});

test('retries to read a map after a failure, and reads it once', async () => {
  let [reads, fails] = [0, true];
  const of = createReleasePositions(async () => {
    reads++;
    if (fails) throw new Error('EIO');
    return Buffer.from(json);
  });
  const find = async () => await (await of([release])(bundle, SERVER))?.(1, 1);
  expect(await Promise.all([find(), find()])).toEqual([undefined, undefined]);
  fails = false;
  expect([await find(), await find(), reads]).toEqual(['src/home.tsx:1', 'src/home.tsx:1', 2]);
});

test('reads a map once for all that map stacks of a store', async () => {
  let reads = 0;
  const read = async () => (reads++, Buffer.from(json));
  for (const of of [createReleasePositions(read), createReleasePositions(read)])
    expect(await (await of([release])(bundle, SERVER))?.(1, 1)).toBe('src/home.tsx:1');
  expect(reads).toBe(1);
});

test('reads nothing for a release without a map or with a map over the limit', async () => {
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
