import { expect, test } from 'vitest';
import { createSubscriptionLinks } from '../../../src/enquiries/delivery/subscription-links.ts';

test('a link to confirm ends nothing, one to end confirms nothing, and neither holds an address', () => {
  const { confirm, end } = createSubscriptionLinks('s'.repeat(32), () => 0);
  const token = confirm.sign('subscriber-1', 1_000);
  expect(confirm.read(token)).toMatchObject({ value: 'subscriber-1' });
  expect(end.read(token)).toBeUndefined();
  expect(createSubscriptionLinks('t'.repeat(32), () => 0).confirm.read(token)).toBeUndefined();
  expect(token).not.toContain('@');
});
