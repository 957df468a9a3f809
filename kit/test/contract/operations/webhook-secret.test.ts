import { expect, test } from 'vitest';
import { webhookSecret } from '../../../src/contract/operations/webhook-secret.ts';

test.each([
  [`whsec_${Buffer.alloc(32, 7).toString('base64')}`, true],
  ['w'.repeat(32), true],
  ['w'.repeat(31), false],
  [`whsec_${'!'.repeat(32)}`, false],
  [`whsec_${'a'.repeat(33)}`, false],
])('accepts %s as a webhook secret: %s', (secret, taken) => {
  expect(webhookSecret.safeParse(secret).success).toBe(taken);
});
