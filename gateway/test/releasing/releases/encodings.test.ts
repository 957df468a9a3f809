import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { expect, test } from 'vitest';
import { createEncodingCheck } from '../../../src/releasing/releases/encodings.ts';

const STYLE = 'header { color: red }'.repeat(50);

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
  };
  return { release: { app: 'docs', files: listed } as unknown as Release, store, reads };
}

// Hostile bodies of each encoding: encodings.process.test.ts
test('a compressed body without its file is refused', async () => {
  const { release, store } = releaseOf({ 'client/a.css.gz': gzipSync(STYLE) });
  await expect(createEncodingCheck(store)(release)).rejects.toMatchObject({ code: 'PACK_ENCODING_WRONG' });
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
