import type { lookup as systemLookup } from 'node:dns';
import { expect, test } from 'vitest';
import {
  createPublicFetch,
  isPrivateAddress,
  publicLookup,
} from '../../../src/platform/outbox/public-fetch.ts';

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['::1', true],
  ['::', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::a00:1', true],
  ['::10.0.0.1', true],
  ['::8.8.8.8', true],
  ['fec0::1', true],
  ['2001::1', true],
  ['2001:1ff::1', true],
  ['2002:a00:1::1', true],
  ['192.88.99.1', true],
  ['2001:db8::1', true],
  ['8.8.8.8', false],
  ['172.32.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['2606:4700::1', false],
  ['2001:200::1', false],
])('%s is private: %s', (address, isPrivate) => expect(isPrivateAddress(address)).toBe(isPrivate));

const answering = (...addresses: string[]) =>
  ((_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof systemLookup;

test('a name is resolved to its public addresses only', async () => {
  const find = (all: boolean, ...addresses: string[]) =>
    new Promise((done) =>
      publicLookup(answering(...addresses))('x', { all }, (error, found) => done(error?.code ?? found)),
    );
  expect(await find(false, '10.0.0.1', '8.8.8.8')).toBe('8.8.8.8');
  expect(await find(true, '10.0.0.1', '8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  expect(await find(false, '10.0.0.1', '::1')).toBe('EPRIVATE');
});

test.each([
  'http://127.0.0.1:8099/',
  'http://[::1]:8099/',
  'http://localhost:8099/',
  'http://2130706433:8099/',
])('%s is not requested', async (url) => {
  const error = await createPublicFetch()(url).catch((thrown: Error) => thrown);
  expect(((error as Error).cause as { code: string }).code).toBe('EPRIVATE');
});
