import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ACTIVATION_CHANNEL, listenForActivations } from '../../../src/platform/database/activation-feed.ts';
import { emptyDatabase, query, withServer, NEEDS_SERVER } from '../../fixtures/test-database.ts';

describe.runIf(withServer)('the feed of activations', NEEDS_SERVER, () => {
  const listen = async () => {
    const databaseUrl = await emptyDatabase();
    const calls = { onActivation: vi.fn<() => void>(), onError: vi.fn<(error: unknown) => void>() };
    const feed = listenForActivations({ databaseUrl, reconnectMs: 10, ...calls });
    onTestFinished(() => feed.close());
    await vi.waitFor(() => expect(calls.onActivation).toHaveBeenCalledOnce(), 60_000);
    return { databaseUrl, feed, ...calls };
  };

  test('a notification is heard', async () => {
    const { databaseUrl, onActivation } = await listen();
    await query(databaseUrl, `notify ${ACTIVATION_CHANNEL}, 'id'`);
    await vi.waitFor(() => expect(onActivation).toHaveBeenCalledTimes(2), 60_000);
  });

  test('a connection that breaks is made anew, and counts as a notification', async () => {
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

  test('after its end it calls nobody', async () => {
    const { databaseUrl, feed, onActivation } = await listen();
    await feed.close();
    await query(databaseUrl, `notify ${ACTIVATION_CHANNEL}, 'id'`);
    expect(onActivation).toHaveBeenCalledOnce();
  });
});
