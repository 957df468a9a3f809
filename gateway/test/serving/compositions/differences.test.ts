import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { expect, test } from 'vitest';
import {
  availableDictionary,
  createDifferences,
  dictionaryHeader,
  makeDifference,
  planDifferences,
} from '../../../src/serving/compositions/differences.ts';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';

const script = (version: number): Buffer =>
  Buffer.from(
    Array.from({ length: 500 }, (_, index) => sha256(Buffer.from(`${index}`))).join(';') + `;v(${version})`,
  );

/** A release with one script. */
const release = (app: string, version: number): Release => {
  const bytes = script(version);
  const file = { sha256: sha256(bytes), bytes: bytes.length };
  return {
    app,
    digest: `${app}${version}`,
    files: { [`client/page.000000000${version}.js`]: file } as unknown,
  } as Release;
};

type Read = 'release' | 'file';

/** @param versions of each app that were live, the newest first. */
function playedSite(versions: Record<string, number>[]) {
  const reads: string[] = [];
  const servable = versions.map((apps) =>
    Object.fromEntries(Object.entries(apps).map(([app, version]) => [app, `${app}${version}`])),
  );
  const bytes = new Map([0, 1, 2, 3, 4, 5, 6].map((version) => [sha256(script(version)), script(version)]));
  const lost = new Set<string>();
  let waitIfBlocked = async (_: Read): Promise<void> => {};
  /** Blocks the next read of this kind until `unblock`. */
  const block = (blocked: Read) => {
    const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    waitIfBlocked = async (read) => {
      if (read !== blocked) return;
      waitIfBlocked = async () => {};
      reached.resolve();
      await answer.promise;
    };
    return { reached: reached.promise, unblock: answer.resolve };
  };
  const differences = createDifferences({
    blobs: {
      async get(name) {
        reads.push(name);
        await waitIfBlocked('file');
        return lost.has(name) ? undefined : bytes.get(name);
      },
    },
    state: {
      async release(app, digest) {
        await waitIfBlocked('release');
        return { release: release(app, Number(digest.slice(app.length))) };
      },
    },
    servableApps: async () => servable,
  });
  const between = (from: number, to: number, app = 'docs') =>
    differences.find(app, sha256(script(to)), sha256(script(from)))?.bytes.length;
  return { differences, between, reads, servable, lost, block };
}

test('prepares differences from the three previous releases', async () => {
  const { differences, between } = playedSite([
    { docs: 5 },
    { docs: 4 },
    { docs: 4 },
    { docs: 3 },
    { docs: 2 },
    { docs: 1 },
  ]);
  await differences.prepare({ docs: release('docs', 5) });
  expect([4, 3, 2].map((from) => between(from, 5)! < 100)).toEqual([true, true, true]);
  expect([between(1, 5), between(5, 4), between(4, 5, 'blog')]).toEqual([undefined, undefined, undefined]);
});

test('makes each difference once, and drops those to a replaced release', async () => {
  const { differences, between, reads, servable } = playedSite([{ docs: 2 }, { docs: 1 }]);
  await differences.prepare({ docs: release('docs', 2) });
  const before = reads.length;
  await differences.prepare({ docs: release('docs', 2) });
  expect(reads.length).toBe(before);
  servable.unshift({ docs: 'docs3' });
  await differences.prepare({ docs: release('docs', 3) });
  expect([between(1, 2), between(2, 3)! < 100]).toEqual([undefined, true]);
  await differences.prepare({});
  expect(between(2, 3)).toBeUndefined();
});

test('drops the differences from a release when its lease ends', async () => {
  const { differences, between, servable } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
  const live = { docs: release('docs', 3) };
  await differences.prepare(live);
  expect([between(1, 3)! < 100, between(2, 3)! < 100]).toEqual([true, true]);
  servable.splice(2, 1);
  await differences.prepare(live);
  expect([between(1, 3), between(2, 3)! < 100]).toEqual([undefined, true]);
});

test('skips only the difference of a file that cannot be read', async () => {
  const { differences, between, lost } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
  lost.add(sha256(script(2)));
  await differences.prepare({ docs: release('docs', 3) });
  expect([between(2, 3), between(1, 3)! < 100]).toEqual([undefined, true]);
});

test.each<Read>(['release', 'file'])(
  'prefers the later of two concurrent deploys while the earlier one waits for a %s',
  async (read) => {
    const { differences, between, block } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
    const { reached, unblock } = block(read);
    const earlier = differences.prepare({ docs: release('docs', 2) });
    await reached;
    await differences.prepare({ docs: release('docs', 3) });
    unblock();
    await earlier;
    expect([between(1, 2), between(2, 3)! < 100]).toEqual([undefined, true]);
  },
);

/** @param files name without `client/` → its digest; `.br` files have a tenth of the bytes. */
const releaseOf = (files: Record<string, string>, bytes = 1_000): Release => {
  const entries = Object.entries(files).map(([file, digest]) => [
    `client/${file}`,
    { sha256: digest, bytes: file.endsWith('.br') ? bytes / 10 : bytes },
  ]);
  return { app: 'docs', files: Object.fromEntries(entries) as unknown } as Release;
};
const live = releaseOf({
  'page.0000000003.js': 'page3',
  'page.0000000003.js.br': 'page3br',
  'same.0000000001.js': 'same1',
  'new.0000000001.js': 'new1',
  'page.0000000004.css': 'css4',
  'photo.0000000002.webp': 'photo2',
});

test('plans differences of changed text files from each earlier version, the newest first', () => {
  const planned = planDifferences(live, [
    releaseOf({
      'page.0000000002.js': 'page2',
      'same.0000000001.js': 'same1',
      'photo.0000000001.webp': 'photo1',
    }),
    releaseOf({
      'page.0000000001.js': 'page1',
      'page.0000000001.css': 'css1',
      'gone.0000000001.js': 'gone1',
    }),
  ]);
  expect(planned).toEqual([
    { dictionary: 'page2', target: 'page3', otherwise: 100 },
    { dictionary: 'page1', target: 'page3', otherwise: 100 },
    { dictionary: 'css1', target: 'css4', otherwise: 1_000 },
  ]);
});

test('plans one difference from a file that two earlier releases have', () => {
  const before = releaseOf({ 'page.0000000002.js': 'page2' });
  expect(planDifferences(live, [before, before])).toHaveLength(1);
});

test('plans no difference of files over a megabyte', () => {
  const large = releaseOf({ 'page.0000000002.js': 'page2' }, 2_000_000);
  expect(planDifferences(live, [large])).toEqual([]);
  expect(planDifferences(large, [live])).toEqual([]);
});

test('plans at most 300 differences of an app', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `chunk${index}`);
  const version = (digit: string): Release =>
    releaseOf(Object.fromEntries(names.map((name) => [`${name}.000000000${digit}.js`, `${name}${digit}`])));
  expect(planDifferences(version('2'), [version('1')])).toHaveLength(300);
});

test('makes no difference that saves too little', async () => {
  const dictionary = { sha256: sha256(script(1)), bytes: script(1) };
  const other = Buffer.from(randomBytes(20_000).toString('hex'));
  expect(await makeDifference(dictionary, other, brotliCompressSync(other).length)).toBeUndefined();
  expect(await makeDifference(dictionary, script(2), 40)).toBeUndefined();
});

const SHA256 = 'ab'.repeat(32);
const HAS = `:${Buffer.from(SHA256, 'hex').toString('base64')}:`;

test.each([
  ['main.0123456789.js', 'match="/assets/blog/main.*.js"'],
  ['pages.blog.post.0123456789.css', 'match="/assets/blog/pages.blog.post.*.css"'],
])('offers %s as a dictionary for its next versions', (file, header) => {
  expect(dictionaryHeader('blog', file)).toBe(header);
});

test.each([
  'main.js',
  'main.0123456789.js.br',
  'photo.0123456789.avif',
  'a"b.0123456789.js',
  'a*b.0123456789.js',
  'a/b.0123456789.js',
  '.0123456789.js',
])('does not offer %s as a dictionary', (file) => {
  expect(dictionaryHeader('blog', file)).toBeUndefined();
});

test('reads the dictionary of a browser that accepts differences', () => {
  const headers = { 'available-dictionary': HAS, 'accept-encoding': 'gzip, br, dcb, dcz' };
  expect(availableDictionary(headers)).toBe(SHA256);
});

test.each([
  ['names no dictionary', { 'accept-encoding': 'br, dcb' }],
  ['accepts no differences', { 'available-dictionary': HAS, 'accept-encoding': 'br, gzip' }],
  ['refuses differences', { 'available-dictionary': HAS, 'accept-encoding': 'br, dcb;q=0' }],
  ['sends no accept-encoding', { 'available-dictionary': HAS }],
  ['names another digest', { 'available-dictionary': ':YWJj:', 'accept-encoding': 'dcb' }],
  [
    'sends the digest as a string',
    { 'available-dictionary': HAS.replaceAll(':', '"'), 'accept-encoding': 'dcb' },
  ],
  ['names two dictionaries', { 'available-dictionary': `${HAS}, ${HAS}`, 'accept-encoding': 'dcb' }],
  ['sends a long header', { 'available-dictionary': HAS.repeat(1_000), 'accept-encoding': 'dcb' }],
])('ignores the dictionary of a browser that %s', (_, headers) => {
  expect(availableDictionary(headers)).toBeUndefined();
});
