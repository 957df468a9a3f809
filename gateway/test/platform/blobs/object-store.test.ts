import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { describe, expect, test } from 'vitest';
import { openObjectStore } from '../../../src/platform/blobs/object-store.ts';
import { refuse, startFakeS3 } from '../../fixtures/fake-s3.ts';

const BYTES = Buffer.from('text');
/** Short enough for a test of a store that never answers. */
const SHORT = { answerMs: 300, callMs: 2_000 };

/** @returns the error of a call that must fail. */
async function errorOf(call: Promise<unknown>) {
  const error: unknown = await call.then(() => undefined).catch((thrown: unknown) => thrown);
  if (!isPlatformError(error)) throw new Error('the call did not fail with a code', { cause: error });
  return error;
}

test('an object is stored below the prefix, read unchanged and removed', async () => {
  const { address, objects } = await startFakeS3();
  const store = await openObjectStore(address);
  await store.put('a', BYTES);
  expect([...objects]).toEqual([['/files/site/a', BYTES]]);
  expect(await store.get('a', BYTES.length)).toEqual(BYTES);
  await store.remove('a');
  await store.remove('a');
  expect([await store.get('a', BYTES.length), objects.size]).toEqual([undefined, 0]);
});

test('of an object that is larger than its blob no more is read', async () => {
  const closed = Promise.withResolvers<void>();
  const { address } = await startFakeS3((_, response) => {
    response.on('close', closed.resolve);
    const send = (error?: Error | null): void => void (error ?? response.write(Buffer.alloc(65_536), send));
    send();
    return true;
  });
  const store = await openObjectStore(address);
  expect(await store.get('endless', 1_000_000)).toBeUndefined();
  await closed.promise;
});

describe('a call fails with a code that names no host to visitors', () => {
  test.each([
    ['does not answer', () => true, 'no answer in time'],
    [
      'stops within an object',
      (_: unknown, response) => response.writeHead(200).write('te'),
      'no answer in time',
    ],
    [
      'refuses the credentials',
      (_: unknown, response) => refuse(response, 403, 'AccessDenied'),
      'AccessDenied',
    ],
    ['has no such bucket', (_: unknown, response) => refuse(response, 404, 'NoSuchBucket'), 'NoSuchBucket'],
    ['has an error', (_: unknown, response) => refuse(response, 500, 'InternalError'), 'InternalError'],
    [
      'names its error strangely',
      (_: unknown, response) => refuse(response, 400, 'a\u001B[2J b'),
      'unknown error',
    ],
  ] satisfies [string, Parameters<typeof startFakeS3>[0], string][])(
    'when the store %s',
    async (_, answer, reason) => {
      const { address } = await startFakeS3(answer);
      const error = await errorOf((await openObjectStore(address, SHORT)).get('a', 10));
      expect([error.code, error.status]).toEqual(['GW_OBJECT_STORE_AWAY', 503]);
      expect(error.why).toContain(`(${reason}`);
      expect(error.message).not.toMatch(/127\.0\.0\.1|files/);
    },
  );

  test('when nothing listens', async () => {
    const store = await openObjectStore(
      { bucket: 'files', prefix: '', endpoint: 'http://127.0.0.1:1' },
      SHORT,
    );
    expect((await errorOf(store.put('a', BYTES))).code).toBe('GW_OBJECT_STORE_AWAY');
  });
});

describe('the check of a store', () => {
  test('writes, reads and removes an object', async () => {
    const { address, requests, objects } = await startFakeS3();
    await (await openObjectStore(address)).check();
    expect(requests.map((request) => request.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE']);
    expect(objects.size).toBe(0);
  });

  test.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
  ])('names the setting after the status %i', async (status, code) => {
    const { address } = await startFakeS3((_, response) => refuse(response, status, code));
    const error = await errorOf((await openObjectStore(address, SHORT)).check());
    expect(error.code).toBe('GW_SETTING_INVALID');
    expect(error.fix).toContain(`s3://files/site/ at ${address.endpoint} refuses`);
    expect(error.fix).toContain(code);
  });

  test('names the setting when it may write and not read', async () => {
    const { address } = await startFakeS3(
      ({ method }, response) => method === 'GET' && refuse(response, 403, 'AccessDenied'),
    );
    expect((await errorOf((await openObjectStore(address)).check())).code).toBe('GW_SETTING_INVALID');
  });

  test('does not blame the setting when the store is away', async () => {
    const { address } = await startFakeS3((_, response) => refuse(response, 500, 'InternalError'));
    const store = await openObjectStore(address, SHORT);
    expect((await errorOf(store.check())).code).toBe('GW_OBJECT_STORE_AWAY');
  });
});
