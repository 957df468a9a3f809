import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { expect, test } from 'vitest';
import {
  availableDictionary,
  createDifferences,
  dictionaryHeader,
  makeDifference,
  nameOfVersions,
  planDifferences,
} from '../../../src/serving/compositions/differences.ts';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, type BrotliOptions } from 'node:zlib';

const script = (version: number): Buffer =>
  Buffer.from(
    Array.from({ length: 500 }, (_, index) => sha256(Buffer.from(`${index}`))).join(';') + `;v(${version})`,
  );

/** Releases of one script each; `name`, when it is not the version, makes the digest another one. */
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
  let waitIfHeld = async (_: Read): Promise<void> => {};
  /** The next such read is answered when it is let go. */
  const hold = (held: Read) => {
    const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    waitIfHeld = async (read) => {
      if (read !== held) return;
      waitIfHeld = async () => {};
      reached.resolve();
      await answer.promise;
    };
    return { reached: reached.promise, letGo: answer.resolve };
  };
  const differences = createDifferences({
    blobs: {
      async get(name) {
        reads.push(name);
        await waitIfHeld('file');
        return lost.has(name) ? undefined : bytes.get(name);
      },
    },
    state: {
      async release(app, digest) {
        await waitIfHeld('release');
        return { release: release(app, Number(digest.slice(app.length))) } as never;
      },
    },
    servableApps: async () => servable,
  });
  const between = (from: number, to: number, app = 'docs') =>
    differences.find(app, sha256(script(to)), sha256(script(from)))?.bytes.length;
  return { differences, between, reads, servable, lost, hold };
}

test('a deploy can be sent as differences from the three releases before it', async () => {
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

test('what an app did not change is made once; what led to a release that is left is forgotten', async () => {
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

test('what led from a release whose lease is over is forgotten with it', async () => {
  const { differences, between, servable } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
  const live = { docs: release('docs', 3) };
  await differences.prepare(live);
  expect([between(1, 3)! < 100, between(2, 3)! < 100]).toEqual([true, true]);
  servable.splice(2, 1);
  await differences.prepare(live);
  expect([between(1, 3), between(2, 3)! < 100]).toEqual([undefined, true]);
});

test('a file that cannot be read costs its own difference only', async () => {
  const { differences, between, lost } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
  lost.add(sha256(script(2)));
  await differences.prepare({ docs: release('docs', 3) });
  expect([between(2, 3), between(1, 3)! < 100]).toEqual([undefined, true]);
});

test.each<Read>(['release', 'file'])(
  'of two deploys at once the later one decides, also where the earlier one waits for a %s',
  async (read) => {
    const { differences, between, hold } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
    const { reached, letGo } = hold(read);
    const earlier = differences.prepare({ docs: release('docs', 2) });
    await reached;
    await differences.prepare({ docs: release('docs', 3) });
    letGo();
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

test('what changed is planned from every earlier version, the newest first; what did not, is new, or is no text, is not', () => {
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

test('the same file of two earlier releases is planned once', () => {
  const before = releaseOf({ 'page.0000000002.js': 'page2' });
  expect(planDifferences(live, [before, before])).toHaveLength(1);
});

test('a file larger than a megabyte is left out, as target and as dictionary', () => {
  const large = releaseOf({ 'page.0000000002.js': 'page2' }, 2_000_000);
  expect(planDifferences(live, [large])).toEqual([]);
  expect(planDifferences(large, [live])).toEqual([]);
});

test('an app with thousands of scripts has a share of its own', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `chunk${index}`);
  const version = (digit: string): Release =>
    releaseOf(Object.fromEntries(names.map((name) => [`${name}.000000000${digit}.js`, `${name}${digit}`])));
  expect(planDifferences(version('2'), [version('1')])).toHaveLength(300);
});

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

const SHA256 = 'ab'.repeat(32);
const HAS = `:${Buffer.from(SHA256, 'hex').toString('base64')}:`;

test.each([
  ['main.0123456789.js', 'main.js', 'match="/assets/blog/main.*.js"'],
  ['pages.blog.post.0123456789.css', 'pages.blog.post.css', 'match="/assets/blog/pages.blog.post.*.css"'],
])('%s is a dictionary of its next versions', (file, name, header) => {
  expect(nameOfVersions(file)).toBe(name);
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
])('%s is a dictionary of nothing', (file) => {
  expect(nameOfVersions(file)).toBeUndefined();
  expect(dictionaryHeader('blog', file)).toBeUndefined();
});

test.each(['gzip, br, dcb, dcz', 'dcb', 'br;q=1.0, dcb;q=0.5', '*'])(
  'a browser that accepts %s takes a difference from what it has',
  (accepted) => {
    expect(availableDictionary({ 'available-dictionary': HAS, 'accept-encoding': accepted })).toBe(SHA256);
  },
);

test.each([
  ['says nothing of it', { 'accept-encoding': 'br, dcb' }],
  ['accepts none', { 'available-dictionary': HAS, 'accept-encoding': 'br, gzip' }],
  ['refuses them', { 'available-dictionary': HAS, 'accept-encoding': 'br, dcb;q=0' }],
  ['accepts nothing', { 'available-dictionary': HAS }],
  ['names no sha-256', { 'available-dictionary': ':YWJj:', 'accept-encoding': 'dcb' }],
  ['writes it as a text', { 'available-dictionary': HAS.replaceAll(':', '"'), 'accept-encoding': 'dcb' }],
  ['names two', { 'available-dictionary': `${HAS}, ${HAS}`, 'accept-encoding': 'dcb' }],
  ['sends a long one', { 'available-dictionary': HAS.repeat(1_000), 'accept-encoding': 'dcb' }],
])('who %s gets the whole file', (_, headers) => {
  expect(availableDictionary(headers)).toBeUndefined();
});
