import { expect, test } from 'vitest';
import { ingestRelease } from '../../../src/releasing/releases/ingest.ts';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { remoteRelease, sha256 } from '../../fixtures/fixture-release.ts';

const { release, files } = remoteRelease();
/** In memory: a refused release does not wait for the writes of its other files. */
function memoryBlobs() {
  const kept = new Map<string, Uint8Array>();
  const blobs: Pick<BlobStore, 'has' | 'put'> = {
    has: async (name) => kept.has(name),
    put: async (name, body) => void kept.set(name, body),
  };
  return { kept, blobs: blobs as BlobStore };
}
const read = async (file: string) => files.get(file)!;

test('every file of a release is kept, however large', async () => {
  const data = { 'large.json': JSON.stringify('x'.repeat(100_000)), 'small.json': '{}' };
  const mixed = remoteRelease({ data });
  const { kept, blobs } = memoryBlobs();
  await ingestRelease(
    mixed.release,
    async (file) => mixed.files.get(file)!,
    blobs,
    () => {},
  );
  expect([...kept.keys()].toSorted()).toEqual([...mixed.files.values()].map(sha256).toSorted());
});

test('every file of a release is shown while it is at hand; what is there already is not read', async () => {
  const { kept, blobs } = memoryBlobs();
  const page = files.get('client/page.0000000002.js')!;
  await blobs.put(sha256(page), page);
  const asked: [string, number][] = [];
  const looked: [string, string, Uint8Array][] = [];
  await ingestRelease(
    release,
    async (file, { bytes }) => {
      asked.push([file, bytes]);
      return read(file);
    },
    blobs,
    (file, name, body) => void looked.push([file, name, body]),
  );
  const others = [...files].filter(([, body]) => body !== page);
  expect(asked.toSorted()).toEqual(others.map(([file, body]) => [file, body.length]).toSorted());
  expect(looked.toSorted()).toEqual(others.map(([file, body]) => [file, sha256(body), body]).toSorted());
  for (const body of files.values()) expect(kept.get(sha256(body))).toBe(body);
});

test.each([
  ['that is longer than declared', Buffer.from('a much longer text than it was')],
  ['of the right length with other bytes', Buffer.from('export default 2;')],
])('a file %s is refused, and not kept', async (_, body) => {
  const { kept, blobs } = memoryBlobs();
  const page = 'client/page.0000000002.js';
  const spoilt = async (file: string) => (file === page ? body : read(file));
  await expect(ingestRelease(release, spoilt, blobs, () => {})).rejects.toMatchObject({
    code: 'PACK_FILE_WRONG',
    message: expect.stringContaining(page),
  });
  expect(kept.has(sha256(body))).toBe(false);
});
