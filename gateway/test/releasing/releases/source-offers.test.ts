import path from 'node:path';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReleaseIntake } from '../../../src/releasing/releases/release-intake.ts';
import type { WatchedSource } from '../../../src/releasing/releases/sources/release-source.ts';
import { createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createStateStore } from '../../../src/platform/database/database-state-store.ts';
import { type FixtureRelease, sha256, version } from '../../fixtures/fixture-release.ts';
import type { ReleaseQuota } from '../../../src/releasing/releases/release-quota.ts';
import { noQuota } from '../../fixtures/no-quota.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const source: WatchedSource = { app: 'docs', name: 'folder', look: async () => undefined };

async function openIntake(quota: ReleaseQuota = noQuota) {
  const dataDir = testFolder();
  const db = await openDatabase({ dataDir });
  onTestFinished(() => db.destroy());
  const state = createStateStore(db);
  const blobs = createFileBlobStore(path.join(dataDir, 'blobs'));
  const live: { composition?: Composition } = {};
  const intake = createReleaseIntake({
    state,
    blobs,
    keys: { list: async () => [] },
    quota,
    now: () => 5,
    logger: pino({ level: 'silent' }),
    live: () => live.composition,
    look: () => {},
    refused: () => {},
  });
  const makeLive = (digest?: string) =>
    (live.composition = { apps: digest === undefined ? {} : { docs: digest } } as unknown as Composition);
  return { intake, state, blobs, makeLive };
}

const offerOf = ({ release, files }: FixtureRelease, manifest = JSON.stringify(release)) => ({
  version: manifest,
  manifest,
  signature: async () => undefined,
  read: async (file: string) => files.get(file) ?? Buffer.from('other bytes'),
});

test('a release that is read is in the store, with its files', async () => {
  const { intake, state, blobs } = await openIntake();
  const fixture = version('one');
  expect(await intake.read('docs', offerOf(fixture), 'folder')).toEqual({
    ok: true,
    release: fixture.release,
  });
  expect(await state.release('docs', fixture.release.digest)).toMatchObject({
    state: 'received',
    source: 'folder',
    receivedAt: 5,
  });
  for (const body of fixture.files.values()) expect(await blobs.has(sha256(body))).toBe(true);
});

test.each([
  ['is kept', '{"commit":"a1","url":"javascript:1"}', { commit: 'a1' }],
  ['that is none does not harm it', 'x', undefined],
])('where a release came from %s', async (_, text, identity) => {
  const { intake, state } = await openIntake();
  const one = version('one');
  await intake.read('docs', { ...offerOf(one), identity: async () => text }, 'folder');
  expect((await state.release('docs', one.release.digest))!.identity).toEqual(identity);
});

const word = { at: 5_000, actor: 'ada', action: 'activate', app: 'docs', from: null, note: '' } as const;

describe('what a source offers', () => {
  const one = version('one');
  const broken = { ...one, files: new Map() };

  test('is taken once it is whole, and then no more', async () => {
    const { intake, state, makeLive } = await openIntake();
    expect(await intake.take(source, offerOf(broken))).toEqual({ settled: false });
    expect(await intake.take(source, offerOf(one))).toEqual({ release: one.release, settled: true });
    await state.setReleaseState('docs', one.release.digest, 'admitted', []);
    makeLive(one.release.digest);
    expect(await intake.take(source, offerOf(one))).toEqual({ settled: true });
  });

  test('is not taken again when it was rolled back', async () => {
    const { intake, state, makeLive } = await openIntake();
    await intake.take(source, offerOf(one));
    await state.setReleaseState('docs', one.release.digest, 'admitted', []);
    makeLive(version('before').release.digest);
    expect(await intake.take(source, offerOf(one))).toEqual({ settled: true });
  });

  test('is not taken again when it was taken back, whoever published it', async () => {
    const { intake, state, makeLive } = await openIntake();
    await state.saveRelease(one.release, 'push', 1);
    await state.setReleaseState('docs', one.release.digest, 'withdrawn', []);
    makeLive(version('before').release.digest);
    expect(await intake.take(source, offerOf(one))).toEqual({ settled: true });
  });

  test('is not taken again when its app was retired since', async () => {
    const { intake, state, makeLive } = await openIntake();
    await intake.take(source, offerOf(one));
    await state.setReleaseState('docs', one.release.digest, 'admitted', []);
    makeLive();
    expect(await intake.take(source, offerOf(one))).toEqual({ settled: true });
  });

  test('is taken again when it was refused: what it clashed with may be gone', async () => {
    const { intake, state, makeLive } = await openIntake();
    await intake.take(source, offerOf(one));
    await state.setReleaseState('docs', one.release.digest, 'refused', []);
    makeLive(version('before').release.digest);
    expect(await intake.take(source, offerOf(one))).toMatchObject({ release: one.release });
  });

  test.each([
    ['before somebody published another', 1, true],
    ['since', 6_000, false],
    ['at a time that nobody knows', undefined, false],
  ])('that was built %s: is old: %s', async (_, builtAt, isOld) => {
    const { intake, state, makeLive } = await openIntake();
    makeLive(version('published').release.digest);
    const to = version('published').release.digest;
    await state.addHistory({ ...word, to });
    const offer = { ...offerOf(one), ...(builtAt !== undefined && { builtAt }) };
    expect((await intake.take(source, offer)).release === undefined).toBe(isOld);
  });

  test('is given up when its files do not become right', async () => {
    const { intake } = await openIntake();
    const settled: boolean[] = [];
    for (let look = 0; look < 20; look++) settled.push((await intake.take(source, offerOf(broken))).settled);
    expect(settled).toEqual([...Array.from({ length: 19 }, () => false), true]);
  });

  test('is given up at once when its manifest is wrong', async () => {
    const { intake } = await openIntake();
    expect(await intake.take(source, offerOf(one, '{'))).toEqual({ settled: true });
  });
});

test('an offer over the quota is looked at again until there is room, and told of once', async () => {
  let isFull = true;
  const quota: ReleaseQuota = {
    async take() {
      const told = { app: 'docs', used: '1 MB', bytes: '1 MB', limit: '1 MB', wait: '1 h 0 min' };
      if (isFull) throw quotaErrors.DAY(told);
      return { giveBack: async () => {} };
    },
  };
  const { intake } = await openIntake(quota);
  const one = version('one');
  for (let look = 0; look < 30; look++)
    expect(await intake.take(source, offerOf(one))).toEqual({ settled: false });
  isFull = false;
  expect(await intake.take(source, offerOf(one))).toEqual({ release: one.release, settled: true });
});
