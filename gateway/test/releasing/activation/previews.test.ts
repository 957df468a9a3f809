import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { createPreviews } from '../../../src/releasing/activation/previews.ts';
import type { KeptPreview } from '../../../src/releasing/releases/release-quota.ts';

const MB = 1024 * 1024;
const LIVE = { files: { 'a.js': { sha256: 'shared', bytes: 50 * MB } } } as unknown as Release;
/** A candidate with a file of its own, and one that the live release has, too. */
const candidate = (digest: string, ownMb: number, app = 'docs') =>
  ({
    app,
    digest,
    files: { ...LIVE.files, 'own.js': { sha256: `own ${digest}`, bytes: ownMb * MB } },
  }) as unknown as Release;

function setUp(limits: { previews?: number; previewBytes?: number }) {
  const stored = new Map<string, KeptPreview[]>();
  const clock = { now: 0 };
  const previews = createPreviews({
    site: { live: () => ({ releases: { docs: LIVE } }) as never, refreshLeases: async () => {} },
    state: { keepPreview: async () => {} },
    signed: { sign: () => '' },
    quotas: {
      previews: async (app) => stored.get(app) ?? [],
      keepPreview: async (app, preview) => void stored.set(app, [...(stored.get(app) ?? []), preview]),
    },
    limits: { previews: Infinity, previewBytes: Infinity, ...limits },
    leaseMs: 60_000,
    now: () => clock.now,
  });
  /** @param until when it ends, in milliseconds. */
  const keep = async (release: Release, until: number) => {
    clock.now = until - 60_000;
    await previews.keep({ id: 'c', site: { url: 'https://site.example/' } } as never, [release]);
    clock.now = 0;
  };
  return { ...previews, keep, stored };
}

test('the number of previews is limited for each app by itself', async () => {
  const { keep, assertRoom } = setUp({ previews: 2 });
  await keep(candidate('a', 1), 60_000);
  await keep(candidate('b', 1), 120_000);
  await expect(assertRoom([candidate('c', 1)])).rejects.toMatchObject({
    code: 'QUOTA_PREVIEWS',
    status: 429,
    retryAfter: 60,
    message: 'docs has 2 previews; the first of them ends in 1 min',
  });
  await assertRoom([candidate('c', 1, 'news')]);
});

test('a release can be previewed again', async () => {
  const { keep, assertRoom } = setUp({ previews: 1 });
  await keep(candidate('a', 1), 60_000);
  await expect(assertRoom([candidate('a', 1)])).resolves.toBeUndefined();
});

test('files of the live release do not count', async () => {
  const { keep, assertRoom, stored } = setUp({ previewBytes: 20 * MB });
  await keep(candidate('a', 10), 60_000);
  expect(stored.get('docs')).toMatchObject([{ bytes: 10 * MB }]);
  await assertRoom([candidate('b', 10)]);
});

test('the bytes of previews are limited together; the refusal says when there is room', async () => {
  const { keep, assertRoom } = setUp({ previewBytes: 20 * MB });
  await keep(candidate('a', 8), 60_000);
  await keep(candidate('b', 8), 120_000);
  await expect(assertRoom([candidate('c', 15)])).rejects.toMatchObject({
    code: 'QUOTA_PREVIEW_BYTES',
    retryAfter: 120,
  });
  await expect(assertRoom([candidate('c', 10)])).rejects.toMatchObject({ retryAfter: 60 });
  await assertRoom([candidate('c', 4)]);
});

test('a preview that exceeds the limit alone is too large', async () => {
  const { assertRoom } = setUp({ previewBytes: 20 * MB });
  await expect(assertRoom([candidate('a', 21)])).rejects.toMatchObject({
    code: 'QUOTA_PREVIEW',
    status: 413,
  });
});
