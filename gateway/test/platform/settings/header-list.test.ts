import { expect, test } from 'vitest';
import { parseHeaderList } from '../../../src/platform/settings/header-list.ts';

test.each([
  ['', {}],
  ['authorization=Bearer%20s3cret', { authorization: 'Bearer s3cret' }],
  [' Tenant = a=b , x-y=%2C ', { tenant: 'a=b', 'x-y': ',' }],
])('headers are read from a setting: %j', (text, headers) => expect(parseHeaderList(text)).toEqual(headers));

test.each(['novalue', '=x', 'a b=c', 'a=%', 'a=%0d%0aset-cookie:x', `a=${'x'.repeat(5_000)}`])(
  'what is no header is refused: %j',
  (text) => expect(parseHeaderList(text)).toBeUndefined(),
);
