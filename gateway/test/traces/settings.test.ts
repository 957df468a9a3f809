import { expect, test } from 'vitest';
import { parseOtlpHeaders, tracesUrl } from '../../src/traces/settings.ts';

test.each([
  ['', {}],
  ['authorization=Bearer%20s3cret', { authorization: 'Bearer s3cret' }],
  [' Tenant = a=b , x-y=%2C ', { tenant: 'a=b', 'x-y': ',' }],
])('headers for the collector: %j', (text, headers) => expect(parseOtlpHeaders(text)).toEqual(headers));

test.each(['novalue', '=x', 'a b=c', 'a=%', 'a=%0d%0aset-cookie:x', `a=${'x'.repeat(5_000)}`])(
  'what is no header is refused: %j',
  (text) => expect(parseOtlpHeaders(text)).toBeUndefined(),
);

test.each(['http://collector:4318', 'http://collector:4318/'])('%s takes traces below it', (endpoint) =>
  expect(tracesUrl(endpoint)).toBe('http://collector:4318/v1/traces'),
);
