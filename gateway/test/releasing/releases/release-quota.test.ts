import { expect, onTestFinished, test } from 'vitest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { createDiskReserve } from '../../../src/platform/limits/disk-reserve.ts';
import { createReleaseQuota } from '../../../src/releasing/releases/release-quota.ts';
import { createStateStore } from '../../../src/platform/database/database-state-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createQuotaStore } from '../../../src/releasing/releases/quota-store.ts';
import { remoteRelease, sha256 } from '../../fixtures/fixture-release.ts';
import { testDatabase } from '../../fixtures/test-database.ts';

const KB = 1024;
const MANIFEST = 100;

/** A release with one file of its own. */
function releaseOf(app: string, bytes: number, name = `${app} ${bytes}`): Release {
  const { release } = remoteRelease({ app });
  const digest = sha256(name);
  return { ...release, app, digest, files: { 'server/server.cjs': { sha256: digest, bytes } } };
}

async function setUp(limits = { dayBytes: 100 * KB, refused: 2 }, freeBytes = 1e12) {
  const db = await openDatabase(await testDatabase('SQLite'));
  onTestFinished(() => db.destroy());
  const state = createStateStore(db);
  const now = () => Date.UTC(2026, 10, 22, 9, 0);
  const stored = new Set<string>();
  const quota = createReleaseQuota({
    quotas: createQuotaStore(db, now),
    state,
    blobs: { has: async (name) => stored.has(name) },
    assertRoom: createDiskReserve({
      folder: '',
      reserveBytes: 1,
      statfs: async () => ({ bavail: freeBytes, bsize: 1 }),
    }).assertRoom,
    limits,
    now,
  });
  const take = (release: Release) =>
    quota.take(release, MANIFEST).then(
      (taken) => taken,
      (error: { code: string }) => error.code,
    );
  const code = async (release: Release) => {
    const taken = await take(release);
    return typeof taken === 'string' ? taken : 'taken';
  };
  return { state, stored, take, code, quota };
}

test('what the site does not have counts, manifests too, until the day’s bytes are used up', async () => {
  const { code } = await setUp();
  expect(await code(releaseOf('docs', 99 * KB))).toBe('taken');
  for (let index = 0; index < 9; index++) expect(await code(releaseOf('docs', 0, `${index}`))).toBe('taken');
  expect(await code(releaseOf('docs', 1 * KB, 'more'))).toBe('QUOTA_DAY');
});

test('a release that is larger than a day’s bytes is refused as that', async () => {
  const { code } = await setUp();
  expect(await code(releaseOf('docs', 101 * KB))).toBe('QUOTA_RELEASE');
});

test('an app that used up its own touches no other one', async () => {
  const { code } = await setUp();
  await code(releaseOf('docs', 99 * KB));
  expect(await code(releaseOf('docs', 99 * KB, 'again'))).toBe('QUOTA_DAY');
  expect(await code(releaseOf('news', 99 * KB))).toBe('taken');
});

test('a file that the site has does not count, nor a release that it knows', async () => {
  const { code, stored, state } = await setUp();
  const release = releaseOf('docs', 99 * KB);
  stored.add(release.digest);
  await state.saveRelease(release, 'push', 1);
  for (let index = 0; index < 5; index++) expect(await code(release)).toBe('taken');
  expect(await code(releaseOf('docs', 99 * KB, 'other'))).toBe('taken');
});

test('what did not come does not count', async () => {
  const { code, take, stored } = await setUp();
  const taken = await take(releaseOf('docs', 99 * KB));
  if (typeof taken === 'string') throw new Error(taken);
  await taken.giveBack();
  const second = releaseOf('docs', 98 * KB, 'second');
  const came = await take(second);
  if (typeof came === 'string') throw new Error(came);
  stored.add(second.digest);
  await came.giveBack();
  expect(await code(releaseOf('docs', 50 * KB))).toBe('QUOTA_DAY');
});

test('whoever is refused learns when there is room', async () => {
  const { code, quota } = await setUp();
  await code(releaseOf('docs', 99 * KB));
  await expect(quota.take(releaseOf('docs', 9 * KB), MANIFEST)).rejects.toMatchObject({
    status: 429,
    retryAfter: 24 * 3_600,
    message: expect.stringContaining('in 24 h 0 min') as string,
  });
});

test('nothing is taken in below the reserve of the disk', async () => {
  const { code } = await setUp(undefined, 50 * KB);
  expect(await code(releaseOf('docs', 60 * KB))).toBe('QUOTA_DISK');
  expect(await code(releaseOf('docs', 40 * KB))).toBe('taken');
});

test('as a release comes in, the oldest that were refused go, of its own app alone', async () => {
  const { code, state } = await setUp();
  const save = async (app: string, name: string, at: number) => {
    const release = releaseOf(app, 0, name);
    await state.saveRelease(release, 'push', at);
    await state.setReleaseState(app, release.digest, 'refused', []);
    return release.digest;
  };
  for (let at = 1; at <= 3; at++) await save('news', `news ${at}`, at);
  const digests = [await save('docs', 'a', 1), await save('docs', 'b', 2), await save('docs', 'c', 3)];
  await code(releaseOf('docs', 1));
  const kept = async (app: string) => (await state.releases({ app, limit: 9 })).map(({ digest }) => digest);
  expect(await kept('docs')).toEqual([digests[2], digests[1]]);
  expect(await kept('news')).toHaveLength(3);
});
