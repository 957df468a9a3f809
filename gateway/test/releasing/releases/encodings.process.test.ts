import { brotliCompressSync, brotliDecompressSync, gzipSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

const GZIP_HEADER = 10;

/** Decodes a body as a browser does: of gzip, the first member only. */
const DECODERS = {
  identity: (body: Buffer) => body,
  br: (body: Buffer) => brotliDecompressSync(body),
  gzip: (body: Buffer) => inflateRawSync(body.subarray(GZIP_HEADER)),
} as const;
const ENCODERS = { br: brotliCompressSync, gzip: gzipSync } as const;
type Encode = (text: string) => Buffer;

const half = (text: string): number => Math.floor(text.length / 2);
/** The compressed body that a release has for a text. */
const BODIES: [how: string, liveAs: string[], make: (text: string, encode: Encode) => Buffer][] = [
  ['valid', ['br', 'gzip'], (text, encode) => encode(text)],
  ['corrupted by one bit', [], (text, encode) => flipped(encode(text))],
  ['truncated', [], (text, encode) => encode(text).subarray(0, -4)],
  // Bytes after the end of a brotli stream are ignored.
  ['followed by more bytes', ['br'], (text, encode) => Buffer.concat([encode(text), Buffer.from('more')])],
  [
    'the encoding of another text',
    [],
    (text, encode) => encode(`${text.slice(0, half(text))}document.body.remove();`),
  ],
  [
    'split into several members',
    [],
    (text, encode) => Buffer.concat([encode(text.slice(0, half(text))), encode(text.slice(half(text)))]),
  ],
  ['preceded by an empty member', [], (text, encode) => Buffer.concat([encode(''), encode(text)])],
];

/** @returns the body with one bit flipped in its data. */
function flipped(body: Buffer): Buffer {
  const place = Math.floor(body.length / 2);
  return Buffer.from(body.map((byte, index) => (index === place ? byte ^ 0x10 : byte)));
}

const start = shared(() => startTestGateway([shellRelease(), remoteRelease()]));

test.each(
  (['br', 'gzip'] as const).flatMap((encoding) =>
    BODIES.map(([how, liveAs, make], index) => ({ encoding, how, liveAs, make, index })),
  ),
)(
  'a release whose $encoding body is $how goes live only if every answer decodes to the checked file',
  async ({ encoding, how, liveAs, make, index }) => {
    const { app, publish } = await start();
    const text = `export default ${JSON.stringify([encoding, how, 'x'.repeat(400)])};`;
    const name = `${encoding}.000000000${index}.js`;
    const body = make(text, ENCODERS[encoding]);
    const ending = encoding === 'br' ? '.br' : '.gz';
    await publish(
      remoteRelease({ client: { [name]: text, [`${name}${ending}`]: body as unknown as string } }),
    );
    const request = (accepted: string) =>
      app.inject({ url: `/assets/docs/${name}`, headers: { 'accept-encoding': accepted } });
    const isLive = (await request('identity')).statusCode === 200;
    expect(isLive).toBe(liveAs.includes(encoding));
    if (!isLive) return;
    // Every byte that is served decodes to the file that was checked.
    for (const accepted of ['identity', 'br', 'gzip'] as const) {
      const { rawPayload, headers } = await request(accepted);
      const used = (headers['content-encoding'] ?? 'identity') as keyof typeof DECODERS;
      expect(String(DECODERS[used](rawPayload))).toBe(text);
    }
  },
);
