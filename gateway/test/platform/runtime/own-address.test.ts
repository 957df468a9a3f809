import type { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isHostOrNetwork, ownAddress } from '../../../src/platform/runtime/own-address.ts';

const INTERFACES = {
  lo: [{ address: '127.0.0.1', family: 'IPv4' }],
  eth0: [
    { address: '10.0.3.7', family: 'IPv4' },
    { address: 'fd00:90::7', family: 'IPv6' },
  ],
  eth1: [{ address: '10.90.0.4', family: 'IPv4' }],
} as unknown as ReturnType<typeof networkInterfaces>;

test.each([
  ['10.90.0.0/24', '10.90.0.4'],
  ['10.0.0.0/16', '10.0.3.7'],
  ['fd00:90::/64', 'fd00:90::7'],
  ['127.0.0.1', '127.0.0.1'],
  ['operations', 'operations'],
])('the host %s leads to the address %s', (host, address) => {
  expect(ownAddress(host, INTERFACES)).toBe(address);
});

test('a network without an address of the machine is refused', () => {
  expect(() => ownAddress('192.168.0.0/16', INTERFACES)).toThrow('192.168.0.0/16');
});

test.each([
  ['10.90.0.0/24', true],
  ['operations', true],
  ['10.90.0.0/33', false],
  ['operations/24', false],
  ['/24', false],
])('%s is a host or network: %s', (host, isValid) => {
  expect(isHostOrNetwork(host)).toBe(isValid);
});
