import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { extract } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { packReleases, TAR_END, tarFile } from '@voltframe/kit/packaging/pack-releases';
import { openRelease } from '@voltframe/kit/packaging/release-folder';
import { unpackReleases } from '@voltframe/kit/packaging/unpack-releases';
import { sampleFiles, writeReleaseFolder } from './fixtures/releases.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const root = temporaryFolder();

describe('packReleases', () => {
  it('packs releases that unpackReleases returns byte for byte', async () => {
    const long = `data/${'posts-'.repeat(30)}.json`;
    const blog = await openRelease(
      writeReleaseFolder(root, 'blog', { ...sampleFiles('blog'), [long]: '[]' }),
    );
    const legal = await openRelease(writeReleaseFolder(root, 'legal'));
    const files: Record<string, string> = {};
    const progress: number[] = [];
    const pack = packReleases([legal, blog], (done) => progress.push(done));
    const releases = await unpackReleases(
      pack,
      { apps: ['blog', 'legal'] },
      {
        file: ({ app }, file, body) => void (files[`${app}/${file}`] = body.toString()),
      },
    );
    expect(releases).toEqual([blog.release, legal.release]);
    expect(files[`blog/${long}`]).toBe('[]');
    expect(Object.keys(files)).toHaveLength(7);
    expect(progress.at(-1)).toBe(7);
  });

  it('sends the signature of a release before its files', async () => {
    const folder = writeReleaseFolder(root, 'signed');
    writeFileSync(path.join(folder, 'dist/release.sig'), 'signature');
    const seen: unknown[] = [];
    await unpackReleases(
      packReleases([await openRelease(folder)]),
      {},
      {
        release: (_, __, signature) => void seen.push(signature),
        file: () => void seen.push('file'),
      },
    );
    expect(seen).toEqual(['signature', 'file', 'file', 'file']);
  });

  it('sends the identity of a release without control characters', async () => {
    const release = await openRelease(writeReleaseFolder(root, 'known'));
    const seen: unknown[] = [];
    await unpackReleases(
      packReleases([{ ...release, identity: { commit: 'a1', message: 'x\u001B[2J' } }]),
      {},
      { release: (_, __, ___, identity) => void seen.push(identity), file() {} },
    );
    expect(seen).toEqual([{ commit: 'a1', message: 'x [2J' }]);
  });

  it('packs the same releases into the same bytes, in any order', async () => {
    const releases = [
      await openRelease(writeReleaseFolder(root, 'first')),
      await openRelease(writeReleaseFolder(root, 'second')),
    ];
    const bytes = await buffer(packReleases(releases));
    expect(await buffer(packReleases(releases.toReversed()))).toEqual(bytes);
  });

  it('fails when a file differs from release.json', async () => {
    const folder = writeReleaseFolder(root, 'edited');
    const release = await openRelease(folder);
    writeFileSync(path.join(folder, 'dist/server/server.cjs'), 'other');
    await expect(buffer(packReleases([release]))).rejects.toMatchObject({ code: 'PACK_FILE_WRONG' });
  });

  it('stops reading when the pack is destroyed', async () => {
    const pack = packReleases([await openRelease(writeReleaseFolder(root, 'left'))]);
    pack.destroy();
    await expect(buffer(Readable.from(pack))).rejects.toThrow(/close|abort|destroy/i);
  });

  it('raises no unhandled error when a gateway hangs up during the upload', async () => {
    const noise = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`data/noise${n}.txt`, randomBytes(400_000).toString('base64')]),
    );
    const files = { ...sampleFiles('hung'), ...noise };
    const release = await openRelease(writeReleaseFolder(root, 'hung', files));
    for (let pieces = 1; pieces <= 12; pieces += 1) {
      const pack = packReleases([release]);
      const closed = new Promise((resolve) => pack.once('close', resolve));
      pack.on('error', () => {});
      const reader = pack.iterator({ destroyOnReturn: false });
      for (let piece = 0; piece < pieces; piece += 1) await reader.next();
      pack.destroy(new Error('hung up'));
      await closed;
      expect(pack.errored?.message).toBe('hung up');
    }
  });

  it('rejects two releases of one app', async () => {
    const release = await openRelease(writeReleaseFolder(root, 'twice'));
    expect(() => packReleases([release, release])).toThrow('The pack contains two releases of twice');
  });
});

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
