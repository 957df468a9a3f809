import { expect, test } from 'vitest';
import { largerNetwork, visitorNetwork } from '../../../src/platform/runtime/visitor-network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['what a proxy wrote', 'what a proxy wrote'],
  ['x'.repeat(5000), 'x'.repeat(45)],
])('%s counts as %s', (address, network) => {
  expect(visitorNetwork(address)).toBe(network);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['what a proxy wrote', 'what a proxy wrote'],
  ['x'.repeat(5000), 'x'.repeat(45)],
])('%s is in %s', (address, network) => {
  expect(largerNetwork(address)).toBe(network);
});

test('callers without an address, such as those of a Unix socket, are one network', () => {
  expect([visitorNetwork(undefined), largerNetwork(undefined)]).toEqual(['', '']);
});
