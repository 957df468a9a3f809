import { expect, test } from 'vitest';
import type { ReleaseState } from '@voltframe/kit/contract/operations/verdict';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { collectGarbage } from '../../../src/releasing/releases/collect-garbage.ts';
import { createStateStore } from '../../../src/releasing/state/state-store.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';

const BUNDLE_BYTES = 1_000;
const DAY_MS = 86_400_000;
const NOTHING_YOUNG = 10 * DAY_MS;

/** A store of releases; each release is received a millisecond after the one before. */
async function setUp(retainedRefused = 10) {
  const state = createStateStore(await openTestDatabase('SQLite'));
  const stored = new Set<string>();
  const removedBefore = new Set<number>();
  let clock = 0;
  const take = async (app: string, text: string, as: ReleaseState) => {
    const { release } = remoteRelease({ app, server: text.padEnd(BUNDLE_BYTES) });
    await state.saveRelease(release, 'push', ++clock);
    await state.setReleaseState(app, release.digest, as, []);
    for (const file of Object.values(release.files)) stored.add(file.sha256);
    return release;
  };
  const collect = (storeBytes: number, of = state) =>
    collectGarbage({
      state: of,
      blobs: {
        async *list() {
          for (const name of stored) yield { sha256: name, bytes: 1, storedAt: 0 };
        },
        async remove(name: string, storedBefore: number) {
          stored.delete(name);
          removedBefore.add(storedBefore);
        },
      } as never,
      storeBytes,
      retainedRefused,
      now: () => NOTHING_YOUNG,
    });
  const countOf = async (app: string) => (await state.releases({ app, limit: 50 })).length;
  return { state, stored, removedBefore, take, collect, countOf };
}

test.each(['news', 'docs'])(
  'refused releases of %s do not displace admitted releases of docs',
  async (app) => {
    const { state, take, collect, countOf } = await setUp();
    const admitted = [await take('docs', 'one', 'admitted'), await take('docs', 'two', 'admitted')];
    for (let index = 0; index < 30; index++) await take(app, `refused ${index}`, 'refused');
    const before = await countOf(app);
    await collect(8 * BUNDLE_BYTES);
    for (const { digest } of admitted) expect(await state.release('docs', digest)).toBeDefined();
    expect(await countOf(app)).toBeLessThan(before);
  },
);

test('the newest refused releases of an app are stored, up to the limit', async () => {
  const { state, take, collect } = await setUp(2);
  const refused = [];
  for (let index = 0; index < 4; index++) refused.push(await take('docs', `refused ${index}`, 'refused'));
  await collect(1_000 * BUNDLE_BYTES);
  const digests = (await state.releases({ app: 'docs', limit: 9 })).map(({ digest }) => digest);
  expect(digests).toEqual([refused[3]!.digest, refused[2]!.digest]);
});

test('files of live releases are not removed, however many releases arrived since', async () => {
  const { state, stored, take, collect } = await setUp();
  const live = await take('docs', 'live', 'admitted');
  const composition = { id: 'c', timestamp: 1, apps: { docs: live.digest } } as unknown as Composition;
  const record = { replaces: null, leaseUntil: 0, admitted: [], history: [] };
  await state.activate({ ...record, composition });
  // The list of releases is limited: a team that publishes many releases pushes others off the list.
  await collect(1_000_000, { ...state, releases: async () => [] });
  expect(stored.has(live.files['server/server.cjs']!.sha256)).toBe(true);
});

test('a file that was looked up in the last half hour is not removed', async () => {
  const { take, collect, removedBefore } = await setUp(0);
  await take('docs', 'refused', 'refused');
  await collect(0);
  expect([...removedBefore]).toEqual([NOTHING_YOUNG - 30 * 60_000]);
});
