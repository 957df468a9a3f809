import { expect, it } from 'vitest';
import { toPageError } from '../../src/errors/page-error.ts';
import { guardError, isForVisitor } from '../../src/errors/guard-error.ts';
import { siteErrors } from '../../src/errors/site-errors.ts';

const errorWith = (message: string, properties: object) => Object.assign(new Error(message), properties);

it.each([
  ['its message', new Error('Closed'), { status: 500, message: 'Closed', fatal: false }],
  [
    'its status and title',
    errorWith('Members only', { status: 403, fatal: true, statusMessage: 'Closed' }),
    { status: 403, message: 'Members only', fatal: true, statusMessage: 'Closed' },
  ],
  ['no message with an invalid status', errorWith('x', { status: 4_030 }), { code: 'SITE_UNEXPECTED' }],
  ['an error of the catalogue', siteErrors.PAGE_REFUSED({ path: '/x' }), { code: 'SITE_PAGE_REFUSED' }],
])('guardError passes %s on to the visitor', (_, error, shown) => {
  expect(toPageError(guardError(error))).toMatchObject(shown);
});

it.each([
  [new Error('x'), false],
  ['x', false],
  [null, false],
  [errorWith('x', { fatal: false }), true],
  [{ status: 403, message: 'x', fatal: true }, true],
])('isForVisitor(%j) is %j', (thrown, expected) => {
  expect(isForVisitor(thrown)).toBe(expected);
});
