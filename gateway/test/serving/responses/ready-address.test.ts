import { expect, test } from 'vitest';
import { decidingParameters, readyAddress } from '../../../src/serving/responses/ready-address.ts';

const ID = 'a'.repeat(32);
const composition = { id: ID, routes: [{ query: ['sent'] }, { query: [] }], globalGuards: [] } as never;

test.each([
  ['/about', '/about'],
  ['/about?utm_source=x&utm_medium=y', '/about'],
  ['/about?', '/about'],
  ['/about?gclid', '/about'],
  ['/about?page=2&utm=x', '/about?page=2'],
  ['/about?utm=x&tag=a&sent=1', '/about?tag=a&sent=1'],
  ['/blog/_payload.json?' + ID, '/blog/_payload.json?' + ID],
  ['/blog/_payload.json?' + 'b'.repeat(32), '/blog/_payload.json'],
  ['/about?%74ag=a', undefined],
  ['/about?+tag=a', undefined],
  ['/about?a#&tag=x', undefined],
])('%s is kept as %s', (url, address) => {
  expect(readyAddress(url, decidingParameters(composition))).toBe(address);
});

test('with global guards every parameter may decide', () => {
  const deciding = decidingParameters({ id: ID, routes: [], globalGuards: ['language'] });
  expect(deciding).toBeUndefined();
  expect(readyAddress('/about?lang=de', deciding)).toBe('/about?lang=de');
});
