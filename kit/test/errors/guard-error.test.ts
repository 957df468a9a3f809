import { expect, it } from 'vitest';
import { toPageError } from '../../src/errors/page-error.ts';
import { guardError, isForVisitor } from '../../src/errors/guard-error.ts';
import { siteErrors } from '../../src/errors/site-errors.ts';

const saying = (message: string, said: object) => Object.assign(new Error(message), said);

it.each([
  ['its message', new Error('Closed'), { status: 500, message: 'Closed', fatal: false }],
  [
    'its status and title',
    saying('Members only', { status: 403, fatal: true, statusMessage: 'Closed' }),
    { status: 403, message: 'Members only', fatal: true, statusMessage: 'Closed' },
  ],
  ['nothing of a status that there is not', saying('x', { status: 4_030 }), { code: 'SITE_UNEXPECTED' }],
  [
    'an error of the catalogue as it is',
    siteErrors.PAGE_REFUSED({ path: '/x' }),
    { code: 'SITE_PAGE_REFUSED' },
  ],
])('an error that a guard returns shows the visitor %s', (_, error, shown) => {
  expect(toPageError(guardError(error))).toMatchObject(shown);
});

it.each([
  [new Error('x'), false],
  ['x', false],
  [null, false],
  [saying('x', { fatal: false }), true],
  [{ status: 403, message: 'x', fatal: true }, true],
])('%j, thrown, is for the visitor: %j', (thrown, told) => {
  expect(isForVisitor(thrown)).toBe(told);
});
