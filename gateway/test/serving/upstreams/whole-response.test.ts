import { expect, test } from 'vitest';
import type { CachedResponse } from '../../../src/serving/upstreams/response-cache.ts';
import { createWholeResponses, hasBody } from '../../../src/serving/upstreams/whole-response.ts';
import { cachedResponse } from '../../fixtures/cached-response.ts';

function setUp(body: (key: string, digest: string) => Promise<Buffer | undefined>) {
  const read: string[] = [];
  const errors: unknown[] = [];
  const whole = createWholeResponses({
    cache: { read: (key, digest, bytes) => void read.push(`${key} ${digest} ${bytes.toString()}`) },
    store: { body },
    attempt: (once) => once().catch((error: unknown) => void errors.push(error)),
  });
  return { whole, read, errors };
}
const { key, digest, ...rest } = cachedResponse('a');
const stored: CachedResponse = { ...rest, key, digest, body: undefined, bodyBytes: 1, isBodyStored: true };

test('a body in memory is not read, and stays when the cache drops it', async () => {
  const { whole, read } = setUp(() => Promise.reject(new Error('read')));
  const cached: CachedResponse = cachedResponse('a');
  const found = await whole(cached);
  cached.body = undefined;
  expect([found?.body.toString(), read]).toEqual(['a', []]);
});

test('a body that only the store has is read, and told to the cache', async () => {
  const { whole, read } = setUp(async (...of) => Buffer.from(of.join(' ')));
  const text = `${key} ${digest}`;
  expect(await whole(stored)).toEqual({ ...stored, body: Buffer.from(text) });
  expect(read).toEqual([`${key} ${digest} ${text}`]);
});

test('there is no whole response without a body, and none when the store has another or fails', async () => {
  const gone = setUp(async () => undefined);
  const failing = setUp(() => Promise.reject(new Error('away')));
  expect([hasBody(stored), hasBody({ ...stored, bodyBytes: undefined }), hasBody(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  const found = [
    await gone.whole(undefined),
    await gone.whole({ ...stored, bodyBytes: undefined }),
    await gone.whole(stored),
    await failing.whole(stored),
  ];
  expect(found).toEqual([undefined, undefined, undefined, undefined]);
  expect([gone.read, failing.read, failing.errors.length]).toEqual([[], [], 1]);
});
