import { expect, test } from 'vitest';
import { rawHeader } from '../../../src/serving/responses/raw-header.ts';

test.each<[what: string, rawHeaders: string[], found: string | undefined]>([
  ['read in any case', ['Host', 'a', 'Accept-Encoding', 'br'], 'br'],
  ['not confused with one of its length', ['Accept-Language', 'en'], undefined],
  ['not read from the values', ['Host', 'accept-encoding'], undefined],
  ['joined if it is repeated', ['accept-encoding', 'br', 'ACCEPT-ENCODING', 'gzip'], 'br, gzip'],
])('rawHeader: a field is %s', (_, rawHeaders, found) => {
  expect(rawHeader(rawHeaders, 'accept-encoding')).toBe(found);
});
