import { brotliDecompressSync, type BrotliOptions } from 'node:zlib';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { expect, test, vi } from 'vitest';
import { remoteRelease, shellRelease } from '../../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../../fixtures/test-gateway.ts';

const script = (text: string): string =>
  `${Array.from({ length: 300 }, (_, index) => `'${sha256(Buffer.from(String(index)))}'`).join('+')}+'${text}'`;
const docs = (text: string, digit: number) =>
  remoteRelease({ client: { [`chart.000000000${digit}.js`]: script(text) } });

test('sends the next version of a script as a difference to browsers with the previous one, else whole', async () => {
  const gateway = await startTestGateway([shellRelease(), docs('one', 8)]);
  const { app } = gateway;
  const first = await app.inject('/assets/docs/chart.0000000008.js');
  expect(first.headers).toMatchObject({
    'use-as-dictionary': 'match="/assets/docs/chart.*.js"',
    vary: 'accept-encoding, available-dictionary',
  });
  await gateway.publish(docs('two', 9));
  const has = `:${Buffer.from(sha256(first.rawPayload), 'hex').toString('base64')}:`;
  const fetchNext = (headers: Record<string, string>) =>
    app.inject({ url: '/assets/docs/chart.0000000009.js', headers });
  const headers = { 'accept-encoding': 'gzip, br, dcb', 'available-dictionary': has };
  // Differences are prepared after the deploy.
  const next = await vi.waitFor(
    async () => {
      const answer = await fetchNext(headers);
      expect(answer.headers['content-encoding']).toBe('dcb');
      return answer;
    },
    { timeout: 60_000 },
  );
  expect(next.rawPayload.length).toBeLessThan(120);
  // The magic number of the coding, and the digest of the dictionary.
  expect(next.rawPayload.subarray(0, 36).toString('hex')).toBe(`ff444342${sha256(first.rawPayload)}`);
  const options: BrotliOptions & { dictionary: Buffer } = { dictionary: first.rawPayload };
  expect(String(brotliDecompressSync(next.rawPayload.subarray(36), options))).toBe(script('two'));
  expect(next.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="/assets/docs/chart.*.js"',
    vary: 'accept-encoding, available-dictionary',
  });
  const unmodified = await fetchNext({ ...headers, 'if-none-match': String(next.headers['etag']) });
  expect([unmodified.statusCode, unmodified.headers.vary]).toEqual([304, next.headers.vary]);
  for (const other of [
    {},
    { ...headers, 'accept-encoding': 'br' },
    { ...headers, 'available-dictionary': ':x:' },
  ]) {
    const whole = await fetchNext(other);
    expect([whole.body, whole.headers['content-encoding']]).toEqual([script('two'), undefined]);
    expect(whole.headers.vary).toBe('accept-encoding, available-dictionary');
  }
});
