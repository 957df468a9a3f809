import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { createPreviewQuota } from '../../../src/releasing/activation/previews.ts';
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
  const kept = new Map<string, KeptPreview[]>();
  const quota = createPreviewQuota({
    quotas: {
      previews: async (app) => kept.get(app) ?? [],
      keepPreview: async (app, preview) => void kept.set(app, [...(kept.get(app) ?? []), preview]),
    },
    live: (app) => (app === 'docs' ? LIVE : undefined),
    limits: { previews: Infinity, previewBytes: Infinity, ...limits },
    now: () => 0,
  });
  return { quota, kept };
}

test('an app has so many previews at once; another one has its own', async () => {
  const { quota } = setUp({ previews: 2 });
  await quota.keep([candidate('a', 1)], 60_000);
  await quota.keep([candidate('b', 1)], 120_000);
  await expect(quota.assertRoom([candidate('c', 1)])).rejects.toMatchObject({
    code: 'QUOTA_PREVIEWS',
    status: 429,
    retryAfter: 60,
    message: 'docs has 2 previews; the first of them ends in 1 min',
  });
  await quota.assertRoom([candidate('c', 1, 'news')]);
});

test('one that is previewed already may be again', async () => {
  const { quota } = setUp({ previews: 1 });
  await quota.keep([candidate('a', 1)], 60_000);
  await expect(quota.assertRoom([candidate('a', 1)])).resolves.toBeUndefined();
});

test('what the live release has, too, does not count', async () => {
  const { quota, kept } = setUp({ previewBytes: 20 * MB });
  await quota.keep([candidate('a', 10)], 60_000);
  expect(kept.get('docs')).toMatchObject([{ bytes: 10 * MB }]);
  await quota.assertRoom([candidate('b', 10)]);
});

test('they hold so much together; whoever is refused learns when there is room', async () => {
  const { quota } = setUp({ previewBytes: 20 * MB });
  await quota.keep([candidate('a', 8)], 60_000);
  await quota.keep([candidate('b', 8)], 120_000);
  await expect(quota.assertRoom([candidate('c', 15)])).rejects.toMatchObject({
    code: 'QUOTA_PREVIEW_BYTES',
    retryAfter: 120,
  });
  await expect(quota.assertRoom([candidate('c', 10)])).rejects.toMatchObject({ retryAfter: 60 });
  await quota.assertRoom([candidate('c', 4)]);
});

test('one that alone holds more is too large', async () => {
  const { quota } = setUp({ previewBytes: 20 * MB });
  await expect(quota.assertRoom([candidate('a', 21)])).rejects.toMatchObject({
    code: 'QUOTA_PREVIEW',
    status: 413,
  });
});
