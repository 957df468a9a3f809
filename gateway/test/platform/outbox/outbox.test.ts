import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OutboxRow } from '../../../src/platform/database/tables.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { DeliveryError, type DeliveryFailure } from '../../../src/platform/outbox/outbox-store.ts';
import { type OutboxUser, retryDelay } from '../../../src/platform/outbox/outbox.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';
import { testOutbox } from './test-outbox.ts';

const NOW = 1_000_000;
const failing = (code: string, failure: DeliveryFailure) => async () => {
  throw new DeliveryError(code, failure);
};

/** A user of an outbox with these rows, each `kind` `channel`. */
async function userOf(rows: [kind: string, channel: string][], user: Partial<OutboxUser> = {}) {
  const db = await openDatabase(await testDatabase(DATABASES[0]!));
  onTestFinished(() => db.destroy());
  const { outbox, logged } = testOutbox(db, { now: () => NOW });
  const entries = rows.map(([kind, channel], n) => ({ subjectId: `e${n}`, kind, channel, at: NOW }));
  await db.transaction().execute((tx) => outbox.add(tx, entries));
  const delivered: string[] = [];
  const deliveries = outbox.serve({
    channels: ['smtp', 'webhook'],
    deliver: async ({ id }) => void delivered.push(id),
    ...user,
  });
  return { outbox, logged, delivered, ...deliveries };
}
const mails = (count: number) => Array.from({ length: count }, (): [string, string] => ['enquiry', 'smtp']);

describe('rows that are due', () => {
  test('are delivered, except those of other users', async () => {
    const { deliverDue, delivered, outbox } = await userOf([...mails(9), ['change', 'event:blog']]);
    expect(await deliverDue()).toBe(9);
    expect(delivered).toHaveLength(9);
    expect(await outbox.depth()).toMatchObject([{ channel: 'event:blog', waiting: 1 }]);
  });

  test.each<[string, string, DeliveryFailure, Partial<OutboxRow>]>([
    ['a temporary refusal', 'enquiry', 'refused', { next_at: NOW + 15_000, failed_at: null }],
    ['a permanent refusal to a visitor', 'confirm', 'permanent', { failed_at: NOW }],
    ['a permanent refusal of a server that may be repaired', 'alert', 'permanent', { failed_at: null }],
  ])('are retried or given up after %s', async (_, kind, failure, row) => {
    const user = { deliver: failing('SMTP 550', failure), givesUp: ['confirm'] };
    const { deliverDue, outbox } = await userOf([[kind, 'smtp']], user);
    await deliverDue();
    expect(await outbox.of('e0')).toMatchObject([{ ...row, last_error: 'SMTP 550', sent_at: null }]);
  });

  test('wait while their receiver is down, which is not tried for each row; other channels continue', async () => {
    const { deliverDue, outbox } = await userOf([...mails(9), ['enquiry', 'webhook']], {
      deliver: async ({ channel }) => {
        if (channel === 'smtp') throw new DeliveryError('ECONNREFUSED', 'unreachable');
      },
    });
    expect(await deliverDue()).toBe(5);
    expect(await outbox.depth()).toMatchObject([{ channel: 'smtp', waiting: 9 }]);
  });

  test('are logged without texts after an unexpected error', async () => {
    const { deliverDue, logged } = await userOf(mails(1), {
      deliver: () => Promise.reject(new Error('ada@example.com is not there')),
    });
    await deliverDue();
    expect(logged).toEqual([
      { outbox: 'e0.smtp', channel: 'smtp', attempts: 1, code: 'UNEXPECTED', name: 'Error' },
    ]);
  });

  test('are not delivered after the outbox was closed', async () => {
    const { deliverDue, delivered, outbox } = await userOf(mails(3));
    await outbox.close();
    expect([await deliverDue(), delivered]).toEqual([0, []]);
  });
});

test('a user is woken once for several calls, and a failure of its work is logged without its text', async () => {
  const prepare = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('secret text'))
    .mockResolvedValue();
  const { wake, outbox, logged, delivered } = await userOf(mails(1), { prepare });
  for (let count = 0; count < 3; count += 1) wake();
  await vi.waitFor(() => expect(delivered).toEqual(['e0.smtp']), 60_000);
  await outbox.close();
  wake();
  expect(prepare).toHaveBeenCalledTimes(2);
  expect(logged).toEqual([{ code: 'Error' }]);
});

test('each user runs its own clean-up, and its rows are deleted after its own time', async () => {
  const tidy = vi.fn<() => Promise<void>>().mockResolvedValue();
  const { outbox } = await userOf([['purge', 'cdn-purge']], { channels: ['cdn-purge'], keepMs: -1, tidy });
  outbox.start();
  await vi.waitFor(() => expect(tidy).toHaveBeenCalledOnce(), 60_000);
  await outbox.close();
  expect(await outbox.of('e0')).toEqual([]);
});

test.each([
  [1, 0.5, 15_000],
  [2, 0.5, 30_000],
  [4, 0.5, 120_000],
  [1_000, 0.5, 600_000],
  [1, 0, 12_000],
  [1, 1, 18_000],
])('after %i attempts with the spread %d, a retry waits %i ms', (attempts, random, ms) => {
  expect(retryDelay(attempts, random)).toBe(ms);
});
