import type { Composition } from '@voltframe/kit/contract/release/composition';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import { heldSetting } from '../../../src/releasing/state/release-store.ts';
import {
  type ActivationRecord,
  createStateStore,
  type StateStore,
} from '../../../src/releasing/state/state-store.ts';
import { openDatabase, openToRead } from '../../../src/platform/database/database.ts';
import { shellRelease } from '../../fixtures/fixture-release.ts';
import { DATABASES, testDatabase, testFolder } from '../../fixtures/test-database.ts';

const NOW = Date.parse('2026-11-21T10:00:00.123Z');
const composition = (id: string, timestamp = NOW) => ({ id, timestamp, apps: {} }) as unknown as Composition;
const activation = (
  id: string,
  replaces: string | null,
  more: Partial<ActivationRecord> = {},
): ActivationRecord => ({
  composition: composition(id),
  replaces,
  leaseUntil: NOW + 1_000,
  admitted: [],
  history: [{ at: NOW, actor: 'a', action: 'activate', app: 'docs', from: replaces, to: id, note: '' }],
  ...more,
});

/** Opens a state store, which gateways share on PostgreSQL. */
async function open(config: Awaited<ReturnType<typeof testDatabase>>) {
  const db = await openDatabase(config);
  onTestFinished(() => db.destroy());
  return { db, state: createStateStore(db, config.databaseUrl !== undefined) };
}

test('a database that is opened to read returns stored values, and refuses each write as away', async () => {
  const config = { dataDir: testFolder() };
  const before = await openDatabase(config);
  await createStateStore(before).setSetting('name', 'value');
  await before.destroy();
  const db = await openToRead(config.dataDir, {});
  onTestFinished(() => db.destroy());
  const state = createStateStore(db);
  expect(await state.setting('name')).toBe('value');
  const away = { code: 'GW_DATABASE_AWAY' };
  await expect(state.setSetting('name', 'other')).rejects.toMatchObject(away);
  await expect(state.atomically(async () => {})).rejects.toMatchObject(away);
  expect(await state.setting('name')).toBe('value');
});

describe.each(DATABASES)('the state store on %s', (kind) => {
  const openOne = async (): Promise<StateStore> => (await open(await testDatabase(kind))).state;

  test('stored values are returned unchanged: text, numbers beyond 32 bits, absent values', async () => {
    const state = await openOne();
    const { release } = shellRelease();
    const finding: Finding = {
      app: 'shell',
      code: 'X',
      reason: 'ü\u0000 "quoted"',
      fix: 'no',
      waitsFor: 'blog',
    };
    await state.saveRelease(release, 'push', NOW);
    await state.setReleaseState('shell', release.digest, 'refused', [finding]);
    const head = {
      app: 'shell',
      digest: release.digest,
      state: 'refused',
      findings: [finding],
      source: 'push',
      receivedAt: NOW,
      rolledBackAt: null,
    };
    expect(await state.release('shell', release.digest)).toEqual({ ...head, release });
    expect(await state.releases({ limit: 1 })).toEqual([head]);
    await state.setIdentity('shell', release.digest, { commit: 'a1', message: 'ü' });
    expect(await state.releases({ limit: 1 })).toEqual([
      { ...head, identity: { commit: 'a1', message: 'ü' } },
    ]);
    await state.addHistory({
      at: NOW,
      actor: 'a',
      action: 'freeze',
      app: null,
      from: null,
      to: null,
      note: 'ü',
    });
    expect(await state.history({ limit: 1 })).toEqual([
      { at: NOW, actor: 'a', action: 'freeze', app: null, from: null, to: null, note: 'ü' },
    ]);
    await state.pin({ app: 'docs', actor: 'a', at: NOW });
    await state.pin({ app: 'docs', actor: 'b', at: NOW + 1 });
    expect(await state.pins()).toEqual([{ app: 'docs', actor: 'b', at: NOW + 1 }]);
    expect(await state.release('shell', 'other')).toBeUndefined();
    expect(await state.live()).toBeUndefined();
  });

  test('held lists the held release of each app, and no other setting', async () => {
    const state = await openOne();
    await state.setSetting('warnings', '[]');
    for (const app of ['news', 'docs']) await state.setSetting(heldSetting(app), `of ${app}`);
    expect(await state.held()).toEqual([
      { app: 'docs', digest: 'of docs' },
      { app: 'news', digest: 'of news' },
    ]);
    await state.supersede([], ['docs', 'news']);
    expect(await state.held()).toEqual([]);
  });

  test('an activation sets the live composition, leases the replaced one and writes the history together', async () => {
    const state = await openOne();
    const { release } = shellRelease();
    await state.saveRelease(release, 'push', NOW);
    expect(await state.activate(activation('one', null))).toBe(true);
    const admitted = [{ app: 'shell', digest: release.digest }];
    expect(await state.activate(activation('two', 'one', { admitted }))).toBe(true);
    expect([await state.liveId(), (await state.live())?.composition.id]).toEqual(['two', 'two']);
    expect((await state.composition('one'))?.leasedUntil).toBe(NOW + 1_000);
    expect((await state.servableIds(NOW)).toSorted()).toEqual(['one', 'two']);
    expect(await state.servableIds(NOW + 1_000)).toEqual(['two']);
    expect((await state.release('shell', release.digest))?.state).toBe('admitted');
    expect(await state.history({ limit: 9 })).toHaveLength(2);
  });

  test('changes are made together, or not at all when one fails', async () => {
    const state = await openOne();
    const { release } = shellRelease();
    await state.saveRelease(release, 'push', NOW);
    const freeze = {
      at: NOW,
      actor: 'a',
      action: 'freeze',
      app: null,
      from: null,
      to: null,
      note: '',
    } as const;
    const change = (failure?: Error) =>
      state.atomically(async (tx) => {
        await tx.setReleaseState('shell', release.digest, 'waiting', []);
        await tx.supersede([{ app: 'shell', digest: release.digest }], []);
        await tx.addHistory(freeze);
        if (failure) throw failure;
      });
    await expect(change(new Error('the disk is full'))).rejects.toThrow('the disk is full');
    expect(await state.history({ limit: 1 })).toEqual([]);
    expect(await state.release('shell', release.digest)).toMatchObject({ state: 'received' });
    await change();
    expect(await state.history({ limit: 1 })).toEqual([freeze]);
    expect(await state.release('shell', release.digest)).toMatchObject({ state: 'superseded' });
  });

  test('servable compositions and their ids are listed newest first', async () => {
    const state = await openOne();
    const at = (id: string, timestamp: number) => ({ composition: { ...composition(id), timestamp } });
    await state.activate(activation('one', null, at('one', NOW)));
    await state.activate(activation('two', 'one', at('two', NOW + 1)));
    expect(await state.servableIds(NOW)).toEqual(['two', 'one']);
    expect((await state.servable(NOW)).map(({ composition: { id } }) => id)).toEqual(['two', 'one']);
  });

  test.each([null, 'one', 'gone'])(
    'an activation based on %s instead of the live composition is refused',
    async (base) => {
      const state = await openOne();
      await state.activate(activation('one', null));
      await state.activate(activation('two', 'one'));
      expect(await state.activate(activation('three', base))).toBe(false);
      expect(await state.liveId()).toBe('two');
      expect(await state.composition('three')).toBeUndefined();
      expect(await state.history({ limit: 9 })).toHaveLength(2);
    },
  );

  test.each([null, 'base'])('of several concurrent activations based on %s, one succeeds', async (base) => {
    const config = await testDatabase(kind);
    const stores: StateStore[] = [];
    const first = (await open(config)).state;
    // SQLite is for one gateway, whose deployments share its connection.
    for (let index = 0; index < 4; index++)
      stores.push(kind === 'PostgreSQL' ? (await open(config)).state : first);
    if (base !== null) await stores[0]!.activate(activation(base, null));
    const results = await Promise.all(
      stores.map((state, index) => state.activate(activation(`next-${index}`, base))),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await stores[0]!.liveId()).toBe(`next-${results.indexOf(true)}`);
    const live = (await stores[0]!.compositions(9)).filter(({ leasedUntil }) => leasedUntil === null);
    expect(live).toHaveLength(1);
  });

  test('a preview has its longest lease, and never limits the live composition', async () => {
    const state = await openOne();
    await state.activate(activation('live', null));
    await state.keepPreview(composition('live'), NOW + 5);
    await state.keepPreview(composition('seen'), NOW + 9);
    await state.keepPreview(composition('seen'), NOW + 5);
    expect((await state.composition('live'))?.leasedUntil).toBeNull();
    expect(await state.composition('seen')).toMatchObject({ activatedAt: 0, leasedUntil: NOW + 9 });
  });

  test('a release that was received again since is not removed', async () => {
    const state = await openOne();
    const { release } = shellRelease();
    await state.saveRelease(release, 'push', NOW);
    await state.saveRelease(release, 'push', NOW + 1);
    await state.removeRelease('shell', release.digest, NOW);
    expect(await state.release('shell', release.digest)).toBeDefined();
    await state.removeRelease('shell', release.digest, NOW + 1);
    expect(await state.release('shell', release.digest)).toBeUndefined();
  });
});
