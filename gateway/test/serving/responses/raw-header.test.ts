import { expect, test } from 'vitest';
import { rawHeader } from '../../../src/serving/responses/raw-header.ts';

test.each<[what: string, rawHeaders: string[], found: string | undefined]>([
  ['found however it is written', ['Host', 'a', 'Accept-Encoding', 'br'], 'br'],
  ['not found where another has its length', ['Accept-Language', 'en'], undefined],
  ['not found among the values', ['Host', 'accept-encoding'], undefined],
  ['whole where it came twice', ['accept-encoding', 'br', 'ACCEPT-ENCODING', 'gzip'], 'br, gzip'],
])('a field is %s', (_, rawHeaders, found) => {
  expect(rawHeader(rawHeaders, 'accept-encoding')).toBe(found);
});
