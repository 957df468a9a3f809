import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { unpackReleases } from '@voltframe/kit/packaging/unpack-releases';
import { goodEntries, HOSTILE_PACKS, packOf, SMALL_LIMITS } from './fixtures/hostile-packs.ts';
import { sampleFiles } from './fixtures/releases.ts';

/** In pieces, as a network delivers it. */
function* pieces(bytes: Buffer, size = 700): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const streamOf = (bytes: Buffer): Readable => Readable.from(pieces(bytes), { objectMode: false });
const ignore = { file: () => {} };

describe('unpackReleases', () => {
  it('hands every file of every release to the sink, after its release', async () => {
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

  it.each(HOSTILE_PACKS)('refuses a pack that %s', async (_, code, pack) => {
    const error: unknown = await unpackReleases(
      streamOf(Buffer.isBuffer(pack) ? pack : await packOf(pack)),
      { apps: ['legal'], limits: SMALL_LIMITS },
      ignore,
    ).catch((caught: unknown) => caught);
    expect(isPlatformError(error) ? error.code : error).toBe(code);
  });

  it('refuses a pack without an app that the request names', async () => {
    const pack = streamOf(await packOf(goodEntries('blog')));
    await expect(unpackReleases(pack, { apps: ['blog', 'legal'] }, ignore)).rejects.toMatchObject({
      code: 'PACK_APP_MISSING',
    });
  });

  it('hands on what the sink throws, and leaves the source open for an answer', async () => {
    const source = new PassThrough();
    source.write(await packOf(goodEntries()));
    const failing = unpackReleases(source, {}, { file: () => Promise.reject(new Error('disk full')) });
    await expect(failing).rejects.toThrow('disk full');
    expect(source.destroyed).toBe(false);
    source.destroy();
  });

  it('ends when the sender goes away', async () => {
    const source = new PassThrough();
    source.write((await packOf(goodEntries())).subarray(0, 200));
    const failing = unpackReleases(source, {}, ignore);
    source.destroy();
    await expect(failing).rejects.toMatchObject({ code: 'PACK_TRUNCATED' });
  });

  it('keeps control characters of a hostile name out of the message', async () => {
    const pack = streamOf(await packOf([{ name: 'legal/\u001b[2Jx', body: '' }]));
    const error: unknown = await unpackReleases(pack, {}, ignore).catch((caught: unknown) => caught);
    expect((error as Error).message).not.toMatch(/[\u0000-\u001F]/);
  });
});
