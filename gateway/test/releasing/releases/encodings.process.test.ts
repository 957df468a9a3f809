import { brotliCompressSync, brotliDecompressSync, gzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

/** Seeds of the runs, so that a failure happens again. */
const SEED = 27;
const RUNS = 40;
const GZIP_HEADER = 10;

/** What a browser shows of a body: of gzip the first member. */
const DECODERS = {
  identity: (body: Buffer) => body,
  br: (body: Buffer) => brotliDecompressSync(body),
  gzip: (body: Buffer) => inflateRawSync(body.subarray(GZIP_HEADER)),
} as const;
const ENCODERS = { br: brotliCompressSync, gzip: gzipSync } as const;

interface Corruption {
  encoding: 'br' | 'gzip';
  how: 'honest' | 'flipped' | 'cut' | 'longer' | 'other' | 'members' | 'empty member first';
  /** Where, as a share of the body. */
  at: number;
}

const corruption = fc.record<Corruption>({
  encoding: fc.constantFrom('br', 'gzip'),
  how: fc.constantFrom('honest', 'flipped', 'cut', 'longer', 'other', 'members', 'empty member first'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

/** @returns the compressed body that a release has for a text. */
function bodyOf(text: string, { encoding, how, at }: Corruption): Buffer {
  const encode = ENCODERS[encoding];
  const honest = encode(text);
  const place = Math.floor(at * honest.length);
  const middle = Math.floor(at * text.length);
  const makers: Record<Corruption['how'], () => Buffer> = {
    honest: () => honest,
    flipped: () => honest.map((byte, index) => (index === place ? byte ^ 0x10 : byte)) as Buffer,
    cut: () => honest.subarray(0, place),
    longer: () => Buffer.concat([honest, Buffer.from('more')]),
    other: () => encode(`${text.slice(0, middle)}document.body.remove();`),
    members: () => Buffer.concat([encode(text.slice(0, middle)), encode(text.slice(middle))]),
    'empty member first': () => Buffer.concat([encode(''), honest]),
  };
  return Buffer.from(makers[how]());
}

test('every byte that is served decodes to the file that was checked, whatever bodies a release has beside it', async () => {
  const gateway = await startTestGateway([shellRelease(), remoteRelease()]);
  const cases = fc.sample(fc.tuple(fc.string({ minLength: 3, maxLength: 200 }), corruption), {
    seed: SEED,
    numRuns: RUNS,
  });
  const seen = { live: 0, refused: 0 };
  for (const [index, [salt, corrupted]] of cases.entries()) {
    const text = `export default ${JSON.stringify([index, salt, 'x'.repeat(400)])};`;
    const name = `part.${String(index).padStart(10, '0')}.js`;
    const ending = corrupted.encoding === 'br' ? '.br' : '.gz';
    const release = remoteRelease({
      client: { [name]: text, [`${name}${ending}`]: bodyOf(text, corrupted) as unknown as string },
    });
    await gateway.publish(release);
    const ask = (encoding: string) =>
      gateway.app.inject({ url: `/assets/docs/${name}`, headers: { 'accept-encoding': encoding } });
    const isLive = (await ask('identity')).statusCode === 200;
    seen[isLive ? 'live' : 'refused']++;
    if (corrupted.how === 'honest') expect([corrupted, isLive]).toEqual([corrupted, true]);
    if (!isLive) continue;
    for (const encoding of ['identity', 'br', 'gzip'] as const) {
      const { rawPayload, headers } = await ask(encoding);
      const used = (headers['content-encoding'] ?? 'identity') as keyof typeof DECODERS;
      expect([corrupted, String(DECODERS[used](rawPayload))]).toEqual([corrupted, text]);
    }
  }
  expect(seen.live).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(RUNS / 2);
});
