import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { precompress } from '../../../src/build/release/precompress.ts';

const text = Buffer.from('export const value = 1;\n'.repeat(40));

it('gives smaller bodies that unpack to the file', async () => {
  const bodies = await precompress('page.js', text);
  expect(brotliDecompressSync(bodies.get('.br')!).equals(text)).toBe(true);
  expect(gunzipSync(bodies.get('.gz')!).equals(text)).toBe(true);
  for (const body of bodies.values()) expect(body.length).toBeLessThan(text.length / 4);
});

it.each([
  ['of a kind that is compressed already', 'font.woff2', text],
  ['that is too small to gain', 'page.js', text.subarray(0, 255)],
])('gives none for a file %s', async (_, file, body) => {
  expect((await precompress(file, body)).size).toBe(0);
});
