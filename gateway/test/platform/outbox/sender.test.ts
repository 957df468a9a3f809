import { describe, expect, test } from 'vitest';
import type { OutboxRow } from '../../../src/platform/database/tables.ts';
import { DeliveryError } from '../../../src/platform/outbox/delivery-error.ts';
import { outboxRow, type OutboxStore } from '../../../src/platform/outbox/outbox-store.ts';
import { createSender, retryDelay } from '../../../src/platform/outbox/sender.ts';

/** A sender of these rows, each taken once. @param deliver throws for those that cannot be delivered */
function senderOf(rows: OutboxRow[], deliver: (row: OutboxRow) => void) {
  const done: unknown[] = [];
  const logged: object[] = [];
  const waiting = [...rows];
  const outbox = {
    route: async () => {},
    take: async (channels: string[], _: number, __: number, limit: number) => {
      const due = waiting.filter(({ channel }) => channels.includes(channel)).slice(0, limit);
      for (const row of due) waiting.splice(waiting.indexOf(row), 1);
      return due.map((row) => ({ ...row, attempts: 1 }));
    },
    sent: async (id: string) => void done.push(`sent ${id}`),
    retry: async (id: string, at: number, code: string) => void done.push(`retry ${id} at ${at}: ${code}`),
    giveUp: async (id: string, _: number, code: string) => void done.push(`gave up ${id}: ${code}`),
  } as unknown as OutboxStore;
  const log = (details: object) => void logged.push(details);
  const sender = createSender({
    outbox,
    channels: ['smtp', 'webhook'],
    deliver: async (row) => deliver(row),
    now: () => 0,
    random: () => 0.5,
    log: { warn: log, error: log },
  });
  return { sender, done, logged };
}
const rows = (count: number, kind: OutboxRow['kind'] = 'enquiry') =>
  Array.from({ length: count }, (_, n) => outboxRow(`e${n}`, kind, 'smtp', 0));
const failing = (code: string, failure: DeliveryError['failure']) => () => {
  throw new DeliveryError(code, failure);
};

describe('what is due', () => {
  test('is delivered until nothing is', async () => {
    const { sender, done } = senderOf(rows(9), () => {});
    expect(await sender.drain()).toBe(9);
    expect(done).toHaveLength(9);
  });

  test.each([
    [
      'refused for now: tried again',
      'enquiry',
      failing('SMTP 450', 'refused'),
      'retry e0.smtp at 15000: SMTP 450',
    ],
    [
      'refused for good by a subscriber: given up',
      'confirm',
      failing('SMTP 550', 'permanent'),
      'gave up e0.smtp: SMTP 550',
    ],
    [
      "refused for good by the owner's server, which may be repaired",
      'enquiry',
      failing('SMTP 550', 'permanent'),
      'retry e0.smtp at 15000: SMTP 550',
    ],
    [
      "refused for good by a team's server, which may be repaired, too",
      'alert',
      failing('SMTP 550', 'permanent'),
      'retry e0.smtp at 15000: SMTP 550',
    ],
  ] as const)('is %s', async (_, kind, deliver, outcome) => {
    const { sender, done } = senderOf(rows(1, kind), deliver);
    await sender.drain();
    expect(done).toEqual([outcome]);
  });

  test('waits when its server is down, which is not asked for every row; the other channel goes on', async () => {
    const webhook = outboxRow('e0', 'enquiry', 'webhook', 0);
    const { sender, done } = senderOf([...rows(9), webhook], ({ channel }) => {
      if (channel === 'smtp') throw new DeliveryError('ECONNREFUSED', 'unreachable');
    });
    expect(await sender.drain()).toBe(5);
    expect(done.at(-1)).toBe('sent e0.webhook');
  });

  test('is logged by codes alone when something else goes wrong', async () => {
    const { sender, logged } = senderOf(rows(1), () => {
      throw new Error('ada@example.com is not there');
    });
    await sender.drain();
    expect(logged).toEqual([
      { outbox: 'e0.smtp', channel: 'smtp', attempts: 1, code: 'UNEXPECTED', name: 'Error' },
    ]);
  });

  test('is left once the sender is stopped', async () => {
    const { sender, done } = senderOf(rows(3), () => {});
    sender.stop();
    expect([await sender.drain(), done]).toEqual([0, []]);
  });
});

test.each([
  [1, 0.5, 15_000],
  [2, 0.5, 30_000],
  [4, 0.5, 120_000],
  [99, 0.5, 600_000],
  [1, 0, 12_000],
  [1, 1, 18_000],
])('after %i attempts it waits (spread %d) %i ms', (attempts, random, ms) => {
  expect(retryDelay(attempts, random)).toBe(ms);
});
