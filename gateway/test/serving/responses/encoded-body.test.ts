import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEncodedBody } from '../../../src/serving/responses/encoded-body.ts';

const TEXT = Array.from({ length: 2_000 }, (_, i) => `<p>Line ${i * 7919} of the page</p>`).join('\n');

test('compresses quickly for the first request, and better after shrink, with another ETag', async () => {
  const body = createEncodedBody(TEXT);
  const quick = await body.in('br');
  await body.shrink();
  const small = await body.in('br');
  expect(small.bytes.length).toBeLessThan(quick.bytes.length);
  expect(small.etag).not.toBe(quick.etag);
  expect([quick, small].map(({ bytes }) => String(brotliDecompressSync(bytes)))).toEqual([TEXT, TEXT]);
  expect(await body.in('br')).toBe(small);
});

test('does not replace the small body by a late quick compression', async () => {
  const body = createEncodedBody(TEXT);
  const late = Promise.resolve(body.in('br'));
  await body.shrink();
  await late;
  const alone = createEncodedBody(TEXT);
  await alone.shrink();
  expect((await body.in('br')).etag).toBe((await alone.in('br')).etag);
});

test.each([
  ['of 5 bytes', 'short'],
  ['of over a megabyte', 'x'.repeat(1024 * 1024 + 1)],
])('does not shrink a body %s', async (_, text) => {
  const body = createEncodedBody(text);
  const before = await body.in('br');
  await body.shrink();
  expect(await body.in('br')).toBe(before);
});

test('derives the ETag from all bytes', async () => {
  const tagOf = async (bytes: Buffer) => (await createEncodedBody(bytes).in('identity')).etag;
  expect(await tagOf(Buffer.from('<p>A page</p>'))).toBe('"jctGX89DdyYShpN6o2KVeg"');
  const bytes = Buffer.from(TEXT);
  const tags = new Set([await tagOf(bytes), await tagOf(bytes.subarray(1))]);
  for (const at of [0, 1_000, bytes.length - 1]) {
    const other = Buffer.from(bytes);
    other[at]! ^= 1;
    tags.add(await tagOf(other));
  }
  expect([tags.size, await tagOf(Buffer.from(TEXT))]).toEqual([5, await tagOf(bytes)]);
});
