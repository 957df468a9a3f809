import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type Entry, readTar } from '../../src/packaging/read-tar.ts';
import { packOf } from './fixtures/hostile-packs.ts';

const limits = { packedBytes: 10_000, unpackedBytes: 10_000, files: 2 };
const pack = await packOf([
  { name: 'a', body: 'one' },
  { name: 'b', body: 'two' },
]);
const read = async (bytes: Buffer) => {
  const seen: string[] = [];
  await readTar(Readable.from([bytes]), limits, async (entry: Entry) => {
    let body = '';
    for await (const chunk of entry) body += Buffer.from(chunk).toString();
    seen.push(`${entry.header.name}: ${body}`);
  });
  return seen;
};

it('passes one entry after the other', async () => {
  expect(await read(pack)).toEqual(['a: one', 'b: two']);
});
