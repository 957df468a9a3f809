import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { expect, test } from 'vitest';
import { createEncodingCheck, mendFiles } from '../../../src/releasing/releases/encodings.ts';

const STYLE = 'header { color: red }'.repeat(50);
const HIDES = 'header,footer{display:none!important}';

/** A release with these files in the store. */
function releaseOf(files: Record<string, Buffer | string>) {
  const blobs = new Map(Object.values(files).map((body) => [sha256(Buffer.from(body)), Buffer.from(body)]));
  const reads: string[] = [];
  const listed = Object.fromEntries(
    Object.entries(files).map(([path, body]) => {
      const bytes = Buffer.from(body);
      return [path, { sha256: sha256(bytes), bytes: bytes.length }];
    }),
  );
  const store = {
    async get(name: string) {
      reads.push(name);
      return blobs.get(name);
    },
    async put(name: string, body: Uint8Array) {
      if (sha256(body) !== name) throw new Error('another digest');
      blobs.set(name, Buffer.from(body));
    },
  };
  return { release: { app: 'docs', files: listed } as unknown as Release, blobs, store, reads };
}

test.each([
  ['brotli', '.br', brotliCompressSync],
  ['gzip', '.gz', gzipSync],
])('a %s body that does not decode to its file is refused', async (_, ending, compress) => {
  const honest = releaseOf({ 'client/a.css': STYLE, [`client/a.css${ending}`]: compress(STYLE) });
  await expect(createEncodingCheck(honest.store)(honest.release)).resolves.toBeUndefined();
  const wrong = { code: 'PACK_ENCODING_WRONG' };
  for (const body of [compress(HIDES), compress(STYLE + HIDES), compress(STYLE).subarray(0, -4), HIDES]) {
    const hostile = releaseOf({ 'client/a.css': STYLE, [`client/a.css${ending}`]: body });
    await expect(createEncodingCheck(hostile.store)(hostile.release)).rejects.toMatchObject(wrong);
  }
  const alone = releaseOf({ [`client/a.css${ending}`]: compress(STYLE) });
  await expect(createEncodingCheck(alone.store)(alone.release)).rejects.toMatchObject(wrong);
});

test('a gzip body of several members is refused: a browser may decode only the first one', async () => {
  const [start, end] = [STYLE.slice(0, 200), STYLE.slice(200)].map((part) => gzipSync(part));
  for (const body of [
    Buffer.concat([start!, end!]),
    Buffer.concat([gzipSync(''), gzipSync(STYLE)]),
    Buffer.concat([gzipSync(STYLE), Buffer.from('more')]),
  ]) {
    const { release, store } = releaseOf({ 'client/a.css': STYLE, 'client/a.css.gz': body });
    await expect(createEncodingCheck(store)(release)).rejects.toMatchObject({ code: 'PACK_ENCODING_WRONG' });
  }
});

test('a compressed body is decoded up to the size of its file and no further', async () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  const bomb = brotliCompressSync(Buffer.alloc(96 * 1024 * 1024), { params });
  const { release, store } = releaseOf({ 'client/a.js': 'let a;', 'client/a.js.br': bomb });
  const before = process.memoryUsage().rss;
  await expect(createEncodingCheck(store)(release)).rejects.toMatchObject({ code: 'PACK_ENCODING_WRONG' });
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});

test('files that were compared are not read again for the next release', async () => {
  const { release, store, reads } = releaseOf({ 'client/a.css': STYLE, 'client/a.css.gz': gzipSync(STYLE) });
  const check = createEncodingCheck(store);
  await check(release);
  expect(reads).toHaveLength(1);
  await check(release);
  expect(reads).toHaveLength(1);
});

test('a lost file is restored from its compressed body, and a lost compressed body from its file', async () => {
  for (const lost of ['client/a.css', 'client/a.css.gz']) {
    const files = { 'client/a.css': STYLE, 'client/a.css.gz': gzipSync(STYLE, { level: 9 }) };
    const { release, blobs, store } = releaseOf(files);
    expect(await mendFiles(release, store)).toEqual([]);
    blobs.delete(release.files[lost]!.sha256);
    expect(await mendFiles(release, store)).toEqual([lost]);
    expect(await mendFiles(release, store)).toEqual([]);
  }
  const { release, blobs, store } = releaseOf({ 'client/a.css': STYLE });
  blobs.clear();
  expect(await mendFiles(release, store)).toEqual(['client/a.css']);
  expect(await mendFiles(release, store)).toEqual(['client/a.css']);
});
