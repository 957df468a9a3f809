import { describe, expect, test } from 'vitest';
import { outboxRow, outboxRows } from '../../../src/platform/outbox/outbox-store.ts';
import { ENQUIRY, openTestEnquiries } from '../../enquiries/test-app.ts';

/** An outbox with one kept entry that waits for a channel. */
async function outboxWithEntry() {
  const { enquiries, clock } = await openTestEnquiries();
  const now = clock.now();
  const id = 'entry-1';
  const entry = { id, form: 'contact', version: 1, email: ENQUIRY.email, data: '{}', state: 'kept' as const };
  const noFile = { file_name: null, file_bytes: null, file_sha256: null };
  await enquiries.entries.keep({ ...entry, ...noFile, created_at: now }, { hash: 'h', windowMs: 1 }, []);
  return { outbox: enquiries.outbox, now, id };
}

test('an entry waits once for each channel, or for one to be configured', () => {
  const channels = (of: Parameters<typeof outboxRows>[1]) =>
    outboxRows('e', of, 0).map(({ id, channel }) => [id, channel]);
  expect(channels(['smtp', 'webhook'])).toEqual([
    ['e.smtp', 'smtp'],
    ['e.webhook', 'webhook'],
  ]);
  expect(channels([])).toEqual([['e.none', 'none']]);
  expect(outboxRow('s', 'confirm', 'smtp', 5, 'own-id')).toMatchObject({
    id: 'own-id',
    next_at: 5,
    attempts: 0,
    sent_at: null,
  });
});

describe('what waits', () => {
  test('is given to a channel that is configured later', async () => {
    const { outbox, now } = await outboxWithEntry();
    expect(await outbox.depth()).toMatchObject([{ channel: 'none', waiting: 1, oldest: now }]);
    await outbox.route(['smtp'], now);
    expect(await outbox.depth()).toMatchObject([{ channel: 'smtp', waiting: 1 }]);
  });

  test('is nobody else’s while it is leased, and comes back when its sender died', async () => {
    const { outbox, now } = await outboxWithEntry();
    await outbox.route(['smtp'], now);
    expect(await outbox.take(['smtp'], now, 1_000, 5)).toMatchObject([{ attempts: 1 }]);
    expect(await outbox.take(['smtp'], now + 999, 1_000, 5)).toEqual([]);
    expect(await outbox.take(['smtp'], now + 1_000, 1_000, 5)).toMatchObject([{ attempts: 2 }]);
  });

  test.each([
    ['sent', undefined],
    ['giveUp', undefined],
    ['retry', 60_000],
  ] as const)('after %s is due in %s ms', async (what, due) => {
    const { outbox, now } = await outboxWithEntry();
    await outbox.route(['smtp'], now);
    const [row] = await outbox.take(['smtp'], now, 1_000, 5);
    if (what === 'retry') await outbox.retry(row!.id, now + 60_000, 'x'.repeat(200));
    else await outbox[what](row!.id, now, 'SMTP 550');
    expect(await outbox.nextDue(['smtp'])).toBe(due && now + due);
    expect((await outbox.of('entry-1'))[0]!.last_error?.length ?? 0).toBeLessThanOrEqual(80);
  });
});
