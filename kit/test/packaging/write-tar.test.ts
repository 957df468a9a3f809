import { Readable } from 'node:stream';
import fc from 'fast-check';
import { extract } from 'tar-stream';
import { expect, it } from 'vitest';
import { TAR_END, tarFile } from '../../src/packaging/write-tar.ts';

type File = [name: string, body: string];

async function readBack(files: File[]): Promise<File[]> {
  const blocks = files.flatMap(([name, body]) => [...tarFile(name, Buffer.from(body))]);
  const entries: File[] = [];
  for await (const entry of Readable.from(Buffer.concat([...blocks, TAR_END])).pipe(extract())) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry) chunks.push(chunk as Uint8Array);
    const { name, type, mode, uid, gid, mtime } = entry.header;
    expect([type, mode, uid, gid, mtime]).toEqual(['file', 0o644, 0, 0, new Date(0)]);
    entries.push([name, Buffer.concat(chunks).toString()]);
  }
  return entries;
}

it.each([0, 1, 511, 512, 513, 5_000])(
  'writes a body of %i bytes that is read back unchanged',
  async (bytes) => {
    const files: File[] = [
      ['blog/release.json', 'x'.repeat(bytes)],
      ['blog/data/after.json', '{}'],
    ];
    expect(await readBack(files)).toEqual(files);
  },
);

// Lengths at which a record's length gets another digit, or a name becomes too long for a header.
it.each([1, 87, 88, 99, 100, 101, 240, 986, 987, 988])(
  'writes a name of %i characters that is read back unchanged',
  async (length) => {
    const files: File[] = [['n'.repeat(length), 'body']];
    expect(await readBack(files)).toEqual(files);
  },
);

it('writes any files that are read back in order', async () => {
  const name = fc.stringMatching(/^[\w@~-][\w@.~/-]{0,150}\w$/);
  const files = fc.array(fc.tuple(name, fc.string({ maxLength: 2_000 })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(files, async (some) => {
      expect(await readBack(some)).toEqual(some);
    }),
    { numRuns: 50 },
  );
});
