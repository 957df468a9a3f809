import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Entry, readTar } from '../../src/packaging/read-tar.ts';
import { packOf } from './fixtures/hostile-packs.ts';

const limits = { packedBytes: 10_000, unpackedBytes: 10_000, files: 2 };
const pack = await packOf([
  { name: 'a', body: 'one' },
  { name: 'b', body: 'two' },
]);
const read = async (bytes: Buffer, within: object = {}) => {
  const seen: string[] = [];
  await readTar(Readable.from([bytes]), { ...limits, ...within }, async (entry: Entry) => {
    let body = '';
    for await (const chunk of entry) body += Buffer.from(chunk).toString();
    seen.push(`${entry.header.name}: ${body}`);
  });
  return seen;
};

it('hands on one entry after the other', async () => {
  expect(await read(pack)).toEqual(['a: one', 'b: two']);
});

it.each([
  ['no gzip', Buffer.from('text'), {}, 'PACK_NOT_GZIP'],
  ['cut off', pack.subarray(0, -9), {}, 'PACK_TRUNCATED'],
  ['gzip, but no tar', gzipSync('x'.repeat(1024)), {}, 'PACK_DAMAGED'],
  ['more than may be sent', pack, { packedBytes: pack.length - 1 }, 'PACK_TOO_LARGE'],
  ['more than it may unpack to', gzipSync(Buffer.alloc(40_000)), {}, 'PACK_TOO_LARGE'],
])('refuses what is %s', async (_, bytes, within, code) => {
  await expect(read(bytes, within)).rejects.toMatchObject({ code });
});

it('hands on what taking in an entry throws', async () => {
  const full = () => Promise.reject(new Error('disk full'));
  await expect(readTar(Readable.from([pack]), limits, full)).rejects.toThrow('disk full');
});
