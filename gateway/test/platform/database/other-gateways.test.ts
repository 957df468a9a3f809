import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ACTIVATION_CHANNEL,
  claimDataFolder,
  createPostgresDeployLock,
  listenForActivations,
} from '../../../src/platform/database/other-gateways.ts';
import { startPgbouncer, withPooler } from '../../fixtures/pgbouncer.ts';
import { emptyDatabase, NEEDS_SERVER, query, testFolder, withServer } from '../../fixtures/test-database.ts';

test('a data folder can be claimed by one gateway at a time', () => {
  const folder = testFolder();
  const release = claimDataFolder(folder);
  expect(() => claimDataFolder(folder)).toThrow(/Another gateway uses .*DATABASE_URL/s);
  release();
  claimDataFolder(folder)();
});

describe.runIf(withServer)('the deploy lock', NEEDS_SERVER, () => {
  test('runs the work of gateways one after the other, even if it fails', async () => {
    const url = await emptyDatabase();
    const locks = [1, 2, 3].map(() => createPostgresDeployLock(url, 10_000));
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await query(url, 'select 1');
      inside--;
      throw new Error('failed');
    };
    const results = await Promise.allSettled(locks.map((lock) => lock.hold(work)));
    expect([most, results.map(({ status }) => status)]).toEqual([1, ['rejected', 'rejected', 'rejected']]);
    expect(await locks[0]!.tryHold(async () => 'free')).toBe('free');
  });

  test('lets other gateways continue after a limit when its holder hangs', async () => {
    const url = await emptyDatabase();
    const [one, two] = [createPostgresDeployLock(url, 10_000), createPostgresDeployLock(url, 50)];
    const result = await one.hold(async () => [
      await two.tryHold(async () => 'collected'),
      await two.hold(async () => 'deployed'),
    ]);
    expect(result).toEqual([undefined, 'deployed']);
  });

  test('is released with the connection of its holder', async () => {
    const url = await emptyDatabase();
    const [one, two] = [createPostgresDeployLock(url, 10_000), createPostgresDeployLock(url, 10_000)];
    await one.hold(async () => {
      await query(
        url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%deploy lock' and datname = current_database()",
      );
      expect(await two.hold(async () => 'freed')).toBe('freed');
    });
  });
});

const NEEDS_POOLER = { meta: { needs: 'it needs PgBouncer and a PostgreSQL server' } };

describe.runIf(withPooler)('behind PgBouncer in transaction mode', NEEDS_POOLER, () => {
  test('the deploy lock leaves no lock and no setting on the connections of the pool', async () => {
    const direct = await emptyDatabase();
    const pooled = await startPgbouncer(direct);
    const lock = createPostgresDeployLock(pooled, 12_345);
    for (let times = 0; times < 5; times++) expect(await lock.hold(async () => 'held')).toBe('held');
    await expect(lock.hold(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await query(direct, "select 1 from pg_locks where locktype = 'advisory'")).toBe(0);
    const changed = "select 1 from pg_settings where name = 'lock_timeout' and setting <> '0'";
    expect(await query(pooled, changed)).toBe(0);
    const others = [1, 2].map(() => createPostgresDeployLock(pooled, 10_000));
    expect(await others[0]!.hold(() => others[1]!.tryHold(async () => 'both'))).toBeUndefined();
    expect(await others[1]!.tryHold(async () => 'free')).toBe('free');
  });
});

describe.runIf(withServer)('the feed of activations', NEEDS_SERVER, () => {
  const listen = async () => {
    const databaseUrl = await emptyDatabase();
    const calls = { onActivation: vi.fn<() => void>(), onError: vi.fn<(error: unknown) => void>() };
    const feed = listenForActivations({ databaseUrl, reconnectMs: 10, ...calls });
    onTestFinished(() => feed.close());
    await vi.waitFor(() => expect(calls.onActivation).toHaveBeenCalledOnce(), 60_000);
    return { databaseUrl, feed, ...calls };
  };

  test('reports a notification', async () => {
    const { databaseUrl, onActivation } = await listen();
    await query(databaseUrl, `notify ${ACTIVATION_CHANNEL}, 'id'`);
    await vi.waitFor(() => expect(onActivation).toHaveBeenCalledTimes(2), 60_000);
  });

  test('reconnects after a broken connection, which counts as a notification', async () => {
    const { databaseUrl, onActivation, onError } = await listen();
    await query(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%activations' and datname = current_database()",
    );
    await vi.waitFor(() => expect(onActivation).toHaveBeenCalledTimes(2), 60_000);
    expect(onError).toHaveBeenCalled();
    await query(databaseUrl, `notify ${ACTIVATION_CHANNEL}, 'id'`);
    await vi.waitFor(() => expect(onActivation).toHaveBeenCalledTimes(3), 60_000);
  });

  test('reports nothing after it was closed', async () => {
    const { databaseUrl, feed, onActivation } = await listen();
    await feed.close();
    await query(databaseUrl, `notify ${ACTIVATION_CHANNEL}, 'id'`);
    expect(onActivation).toHaveBeenCalledOnce();
  });
});
