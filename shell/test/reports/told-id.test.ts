import { expect, it } from 'vitest';
import { errorId } from '@voltframe/kit/contract/reports/error-id';
import { toldId } from '../../src/reports/told-id.ts';

const OWN = '    at Post (https://site.example/assets/blog/page.js:12:34)';
const error = (...lines: string[]) => ({ message: 'boom', stack: ['Error: boom', ...lines].join('\n') });

it('is the id of the report in the gateway', () => {
  expect(toldId(error('    at <anonymous>', OWN, '    at other'))).toBe(errorId('boom'));
  const lost = 'Failed to fetch: https://site.example/assets/blog/page.js';
  expect(toldId({ message: lost, stack: `TypeError: ${lost}` })).toBeUndefined();
  expect(toldId('no')).toBe(errorId('no'));
});

it('is undefined for an error that is not reported', () => {
  expect(toldId(error('    at chrome-extension://abc/content.js:1:2'))).toBeUndefined();
  expect(toldId({ ...error(OWN), status: 404 })).toBeUndefined();
});
