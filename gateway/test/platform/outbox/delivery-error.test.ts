import { expect, test } from 'vitest';
import { DeliveryError } from '../../../src/platform/outbox/delivery-error.ts';

test('a delivery that failed says a code, and nothing that was to be delivered', () => {
  const { message, code, failure } = new DeliveryError('SMTP 550', 'permanent');
  expect({ message, code, failure }).toEqual({
    message: 'delivery failed: SMTP 550',
    code: 'SMTP 550',
    failure: 'permanent',
  });
});
