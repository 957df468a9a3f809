import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { STREAMED_BYTES, unpackReleases } from '@voltframe/kit/packaging/unpack-releases';
import { goodEntries, HOSTILE_PACKS, packOf, SMALL_LIMITS } from './fixtures/hostile-packs.ts';
import { describeRelease, sampleFiles } from './fixtures/releases.ts';

/** Splits the bytes, as a network does. */
function* pieces(bytes: Buffer, size = 700): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const streamOf = (bytes: Buffer): Readable => Readable.from(pieces(bytes), { objectMode: false });
const ignore = { file: () => {} };

describe('unpackReleases', () => {
  it('passes every file of every release to the sink, after its release', async () => {
    const seen: string[] = [];
    const bodies = new Map<string, string>();
    const releases = await unpackReleases(
      streamOf(await packOf([...goodEntries('blog'), ...goodEntries('legal')])),
      { apps: ['blog', 'legal'] },
      {
        release: ({ app }) => void seen.push(app),
        file({ app }, file, body) {
          seen.push(`${app}/${file}`);
          bodies.set(`${app}/${file}`, body.toString());
        },
      },
    );
    expect(releases.map(({ app }) => app)).toEqual(['blog', 'legal']);
    expect(seen).toEqual(
      ['blog', 'legal'].flatMap((app) => [
        app,
        ...Object.keys(sampleFiles(app)).map((file) => `${app}/${file}`),
      ]),
    );
    expect(bodies.get('blog/server/server.cjs')).toBe(sampleFiles('blog')['server/server.cjs']);
  });

  it('streams a large file, and rejects it when its content has another sha-256', async () => {
    const large = 'x'.repeat(STREAMED_BYTES + 1);
    const release = describeRelease('blog', { ...sampleFiles('blog'), 'client/large.js': large });
    const entries = [
      { name: 'blog/release.json', body: JSON.stringify(release) },
      ...goodEntries('blog').slice(1),
      { name: 'blog/client/large.js', body: large },
    ];
    const pieceSizes: number[] = [];
    const unpack = async (isRight: boolean) =>
      unpackReleases(
        streamOf(await packOf(entries)),
        {},
        {
          ...ignore,
          async stream(_, file, body) {
            expect(file).toBe('client/large.js');
            for await (const piece of body) pieceSizes.push(piece.length);
            return isRight;
          },
        },
      );
    await unpack(true);
    expect(pieceSizes.length).toBeGreaterThan(1);
    expect(pieceSizes.reduce((sum, size) => sum + size, 0)).toBe(large.length);
    await expect(unpack(false)).rejects.toMatchObject({ code: 'PACK_FILE_WRONG' });
  });

  it('ends the reading of a large file whose bytes stop, with the reason of its signal', async () => {
    const large = randomBytes(2 * STREAMED_BYTES).toString('base64');
    const release = describeRelease('blog', { ...sampleFiles('blog'), 'client/large.js': large });
    const packed = await packOf([
      { name: 'blog/release.json', body: JSON.stringify(release) },
      ...goodEntries('blog').slice(1),
      { name: 'blog/client/large.js', body: large },
    ]);
    const source = new PassThrough();
    source.write(packed.subarray(0, packed.length / 2));
    const abort = new AbortController();
    const stalled = new Error('the sender stalls');
    let ended: unknown;
    const unpacked = unpackReleases(
      source,
      { signal: abort.signal },
      {
        ...ignore,
        async stream(_, __, body) {
          setImmediate(() => abort.abort(stalled));
          try {
            for await (const piece of body) void piece;
          } catch (error) {
            ended = error;
            throw error;
          }
          return true;
        },
      },
    );
    await expect(unpacked).rejects.toBe(stalled);
    expect(ended).toBeInstanceOf(Error);
    expect(source.destroyed).toBe(false);
  });

  it.each(HOSTILE_PACKS)('rejects a pack that %s', async (_, code, pack) => {
    const error: unknown = await unpackReleases(
      streamOf(Buffer.isBuffer(pack) ? pack : await packOf(pack)),
      { apps: ['legal'], limits: SMALL_LIMITS },
      ignore,
    ).catch((caught: unknown) => caught);
    expect(isPlatformError(error) ? error.code : error).toBe(code);
  });

  it('rejects a pack without an app that the request names', async () => {
    const pack = streamOf(await packOf(goodEntries('blog')));
    await expect(unpackReleases(pack, { apps: ['blog', 'legal'] }, ignore)).rejects.toMatchObject({
      code: 'PACK_APP_MISSING',
    });
  });

  it('passes errors of the sink on, and leaves the source open for an answer', async () => {
    const source = new PassThrough();
    source.write(await packOf(goodEntries()));
    const failing = unpackReleases(source, {}, { file: () => Promise.reject(new Error('disk full')) });
    await expect(failing).rejects.toThrow('disk full');
    expect(source.destroyed).toBe(false);
    source.destroy();
  });

  it('rejects when the sender disconnects', async () => {
    const source = new PassThrough();
    source.write((await packOf(goodEntries())).subarray(0, 200));
    const failing = unpackReleases(source, {}, ignore);
    source.destroy();
    await expect(failing).rejects.toMatchObject({ code: 'PACK_TRUNCATED' });
  });

  it('removes control characters of a hostile name from the message', async () => {
    const pack = streamOf(await packOf([{ name: 'legal/\u001b[2Jx', body: '' }]));
    const error: unknown = await unpackReleases(pack, {}, ignore).catch((caught: unknown) => caught);
    expect((error as Error).message).not.toMatch(/[\u0000-\u001F]/);
  });
});
