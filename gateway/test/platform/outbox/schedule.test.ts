import { describe, expect, test, vi } from 'vitest';
import { startSchedule } from '../../../src/platform/outbox/schedule.ts';
import type { SenderLog } from '../../../src/platform/outbox/sender.ts';

describe('the schedule', () => {
  test('delivers when woken, once at a time, and survives a failure', async () => {
    const log = { warn: vi.fn<SenderLog['warn']>(), error: vi.fn<SenderLog['error']>() };
    const deliverDue = vi
      .fn<() => Promise<number>>()
      .mockRejectedValueOnce(new Error('secret text'))
      .mockResolvedValue(0);
    const schedule = startSchedule(
      {
        deliverDue,
        tidy: async () => ({ enquiries: 0, subscriptions: 0, files: [] }),
        stopDelivery: vi.fn<() => void>(),
      },
      log,
      'enquiries',
    );
    schedule.wake();
    schedule.wake();
    schedule.wake();
    await vi.waitFor(() => expect(deliverDue).toHaveBeenCalledTimes(2), 60_000);
    await schedule.stop();
    schedule.wake();
    expect(deliverDue).toHaveBeenCalledTimes(2);
    expect(log.error).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('secret text');
  });
});
