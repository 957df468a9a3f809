import { describe, expect, onTestFinished, test } from 'vitest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { createDiskReserve } from '../../../src/platform/runtime/disk-reserve.ts';
import { createQuotaStore, createReleaseQuota } from '../../../src/releasing/releases/release-quota.ts';
import { createStateStore } from '../../../src/releasing/state/state-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { remoteRelease, sha256 } from '../../fixtures/fixture-release.ts';
import { DATABASES, openTestDatabase, testDatabase } from '../../fixtures/test-database.ts';

const KB = 1024;
const MANIFEST = 100;

/** A release with one file of its own. */
function releaseOf(app: string, bytes: number, name = `${app} ${bytes}`): Release {
  const { release } = remoteRelease({ app });
  const digest = sha256(name);
  return { ...release, app, digest, files: { 'server/server.cjs': { sha256: digest, bytes } } };
}

async function setUp(limits = { dayBytes: 100 * KB, refused: 2 }, freeBytes = 1e12) {
  const db = await openTestDatabase('SQLite');
  const state = createStateStore(db);
  const now = () => Date.UTC(2026, 10, 22, 9, 0);
  const stored = new Set<string>();
  const sizes = new Map<string, number>();
  const quota = createReleaseQuota({
    db,
    state,
    blobs: {
      has: async (name) => stored.has(name),
      sizeOf: async (name) => sizes.get(name),
    },
    assertRoom: createDiskReserve({
      folder: '',
      reserveBytes: 1,
      statfs: async () => ({ bavail: freeBytes, bsize: 1 }),
    }).assertRoom,
    limits,
    now,
  });
  const take = (release: Release) => quota.take(release, MANIFEST);
  const code = (release: Release) =>
    take(release).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );
  return { state, stored, sizes, take, code };
}

test('new files and manifests count against the bytes of the day', async () => {
  const { code } = await setUp();
  expect(await code(releaseOf('docs', 99 * KB))).toBe('taken');
  for (let index = 0; index < 9; index++) expect(await code(releaseOf('docs', 0, `${index}`))).toBe('taken');
  expect(await code(releaseOf('docs', 1 * KB, 'more'))).toBe('QUOTA_DAY');
});

test('a release that declares another size for a stored file is refused', async () => {
  const { code, sizes } = await setUp();
  const release = releaseOf('docs', 16 * KB);
  sizes.set(release.files['server/server.cjs']!.sha256, 10);
  expect(await code(release)).toBe('PACK_FILE_WRONG');
  sizes.set(release.files['server/server.cjs']!.sha256, 16 * KB);
  expect(await code(release)).toBe('taken');
});

test('the received bytes of a file count even if the file is not stored', async () => {
  const { code, take } = await setUp();
  const release = releaseOf('docs', 90 * KB);
  const giveBack = await take(release);
  await giveBack(new Map([[release.files['server/server.cjs']!.sha256, 60 * KB]]));
  expect(await code(releaseOf('docs', 50 * KB, 'other'))).toBe('QUOTA_DAY');
  expect(await code(releaseOf('docs', 30 * KB, 'smaller'))).toBe('taken');
});

test('a release larger than the bytes of a day is refused with an error of its own', async () => {
  const { code } = await setUp();
  expect(await code(releaseOf('docs', 101 * KB))).toBe('QUOTA_RELEASE');
});

test('stored files and known releases do not count', async () => {
  const { code, stored, state } = await setUp();
  const release = releaseOf('docs', 99 * KB);
  stored.add(release.digest);
  await state.saveRelease(release, 'push', 1);
  for (let index = 0; index < 5; index++) expect(await code(release)).toBe('taken');
  expect(await code(releaseOf('docs', 99 * KB, 'other'))).toBe('taken');
});

test('files that did not arrive do not count', async () => {
  const { code, take, stored } = await setUp();
  await (
    await take(releaseOf('docs', 99 * KB))
  )();
  const second = releaseOf('docs', 98 * KB, 'second');
  const giveBack = await take(second);
  stored.add(second.digest);
  await giveBack();
  expect(await code(releaseOf('docs', 50 * KB))).toBe('QUOTA_DAY');
});

test('the refusal reports when the quota has room again', async () => {
  const { take } = await setUp();
  await take(releaseOf('docs', 99 * KB));
  await expect(take(releaseOf('docs', 9 * KB))).rejects.toMatchObject({
    status: 429,
    retryAfter: 24 * 3_600,
    message: expect.stringContaining('in 24 h 0 min') as string,
  });
});

test('a release that would use the disk reserve is refused', async () => {
  const { code } = await setUp(undefined, 50 * KB);
  expect(await code(releaseOf('docs', 60 * KB))).toBe('QUOTA_DISK');
  expect(await code(releaseOf('docs', 40 * KB))).toBe('taken');
});

test('an incoming release removes the oldest refused releases of its app', async () => {
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 22, 9, 30);
const ON_THE_HOUR = START - HOUR_MS / 2;

describe.each(DATABASES)('the quota store on %s', (kind) => {
  const setUpStore = async () => {
    const config = await testDatabase(kind);
    const clock = { now: START };
    const open = async () => {
      const db = await openDatabase(config);
      onTestFinished(() => db.destroy());
      return createQuotaStore(db, () => clock.now);
    };
    return { quotas: await open(), clock, open };
  };

  test('the bytes of a day are limited, and the result reports when there is room again', async () => {
    const { quotas, clock } = await setUpStore();
    expect(await quotas.take('docs', 60, 100)).toBeUndefined();
    clock.now += 2 * HOUR_MS;
    expect(await quotas.take('docs', 40, 100)).toBeUndefined();
    expect(await quotas.take('docs', 50, 100)).toEqual({ used: 100, freeAt: ON_THE_HOUR + DAY_MS });
    expect(await quotas.take('docs', 61, 100)).toEqual({
      used: 100,
      freeAt: ON_THE_HOUR + 2 * HOUR_MS + DAY_MS,
    });
    clock.now = ON_THE_HOUR + DAY_MS;
    expect(await quotas.take('docs', 50, 100)).toBeUndefined();
  });

  test('refused bytes and bytes of other apps do not count', async () => {
    const { quotas } = await setUpStore();
    expect(await quotas.take('docs', 101, 100)).toMatchObject({ used: 0 });
    expect(await quotas.take('news', 100, 100)).toBeUndefined();
    expect(await quotas.take('docs', 100, 100)).toBeUndefined();
  });

  test('bytes that did not arrive are returned to the hour in which they were counted', async () => {
    const { quotas, clock } = await setUpStore();
    await quotas.take('docs', 100, 100);
    clock.now += 2 * HOUR_MS;
    await quotas.giveBack('docs', 30, START);
    expect(await quotas.take('docs', 30, 100)).toBeUndefined();
    expect(await quotas.take('docs', 1, 100)).toMatchObject({ used: 100 });
  });

  test('gateways on one database share the limit, also after a restart', async () => {
    const { quotas, open } = await setUpStore();
    // A data folder serves one gateway.
    const other = kind === 'PostgreSQL' ? await open() : quotas;
    const takes = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? quotas : other).take('docs', 10, 100),
    );
    const taken = (await Promise.all(takes)).filter((full) => full === undefined);
    expect(taken).toHaveLength(10);
    expect(await (await open()).take('docs', 1, 100)).toMatchObject({ used: 100 });
  });
});
