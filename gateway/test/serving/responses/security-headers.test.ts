import { expect, test } from 'vitest';
import { securityHeaders } from '../../../src/serving/responses/security-headers.ts';

test('an answer is not guessed at, not framed, not read by other sites, and asks for no device', () => {
  expect(securityHeaders('the policy', true)).toEqual({
    'content-security-policy': 'the policy',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
});

test('a site without https does not ask for it: browsers would not come back', () => {
  expect(securityHeaders('', false)).not.toHaveProperty('strict-transport-security');
});
