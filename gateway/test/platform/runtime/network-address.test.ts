import { expect, test } from 'vitest';
import {
  isWithin,
  largerNetwork,
  parseAddress,
  parseNetwork,
  visitorNetwork,
} from '../../../src/platform/runtime/network-address.ts';

test.each([
  ['10.0.0.7', '10.0.0.0/24', true],
  ['::ffff:10.0.0.7', '10.0.0.0/24', true],
  ['10.0.1.7', '10.0.0.0/24', false],
  ['fd00:90::7', 'fd00:90::/64', true],
  ['fd00:90::7', '10.0.0.0/8', false],
])('%s is within %s: %s', (address, network, isIn) => {
  expect(isWithin(parseAddress(address)!, parseNetwork(network)!)).toBe(isIn);
});

test.each(['10.0.0.0', '10.0.0.0/33', '10/8', '::1/129', 'a/8', '/8'])('%j is no network', (text) => {
  expect(parseNetwork(text)).toBeUndefined();
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b::/64'],
  ['203.0.113.9:50001', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]', 'fe80::/64'],
  ['1', '1'],
  ['203.0.113', '203.0.113'],
  ['[203.0.113.9', '[203.0.113.9'],
  ['what a proxy wrote', 'what a proxy wrote'],
  ['x'.repeat(5000), 'x'.repeat(45)],
])('%s counts as %s', (address, network) => {
  expect(visitorNetwork(address)).toBe(network);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8::1', '2001:db8::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['what a proxy wrote', 'what a proxy wrote'],
  ['x'.repeat(5000), 'x'.repeat(45)],
])('%s is in %s', (address, network) => {
  expect(largerNetwork(address)).toBe(network);
});

test('callers without an address, such as those of a Unix socket, are one network', () => {
  expect([visitorNetwork(undefined), largerNetwork(undefined)]).toEqual(['', '']);
});
