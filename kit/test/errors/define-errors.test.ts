import { describe, expect, it } from 'vitest';
import { defineErrors, isPlatformError } from '../../src/errors/define-errors.ts';
import { toPageError } from '../../src/errors/page-error.ts';
import { siteErrors } from '../../src/errors/site-errors.ts';

const errors = defineErrors('TEST', {
  PLAIN: { status: 400, message: 'Plain', why: 'Because.', fix: 'Do.' },
  FILLED: {
    status: 404,
    message: 'No {thing} in {place}',
    why: 'The {thing} is gone.',
    fix: 'Look.',
    fatal: true,
    statusMessage: 'Gone',
  },
});

describe('defineErrors', () => {
  it('fills the texts, and sets code, status and cause', () => {
    const cause = new Error('inner');
    const error = errors.FILLED({ thing: 'page', place: '/x' }, cause);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      code: 'TEST_FILLED',
      status: 404,
      message: 'No page in /x',
      why: 'The page is gone.',
      fatal: true,
      statusMessage: 'Gone',
      cause,
    });
  });

  it('expands each value once, and has defaults', () => {
    expect(errors.FILLED({ thing: '{place}', place: '$&' }).message).toBe('No {place} in $&');
    expect(errors.PLAIN()).toMatchObject({ fatal: false, statusMessage: undefined });
    expect('cause' in errors.PLAIN()).toBe(false);
  });

  it('rejects missing and superfluous values at compile time', () => {
    // @ts-expect-error a value is missing
    errors.FILLED({ thing: 'x' });
    // @ts-expect-error the text has no placeholder
    errors.PLAIN({ thing: 'x' });
    expect(errors.PLAIN.code).toBe('TEST_PLAIN');
  });
});

describe('isPlatformError', () => {
  it('recognises an error of another copy of the kit by its properties', () => {
    const { code, status, why } = errors.PLAIN();
    expect(isPlatformError(Object.assign(new Error('x'), { code, status, why }))).toBe(true);
  });

  it.each([
    ['null', null],
    ['a text', 'TEST_PLAIN'],
    ['a plain error', new Error('x')],
    ['a system error', Object.assign(new Error('x'), { code: 'ENOENT' })],
    ["another library's error", Object.assign(new Error('x'), { code: 'FST_ERR_CTP', statusCode: 413 })],
    ['an impossible status', { code: 'A_B', status: 42, why: '' }],
  ])('returns false for %s', (_, error) => {
    expect(isPlatformError(error)).toBe(false);
  });
});

describe('toPageError', () => {
  it('returns an error of the catalogue without its reasons', () => {
    expect(toPageError(siteErrors.PAGE_REFUSED({ path: '/x' }))).toEqual({
      status: 404,
      code: 'SITE_PAGE_REFUSED',
      message: 'Page Not Found: /x',
      fatal: true,
    });
    expect(toPageError(errors.FILLED({ thing: 'a', place: 'b' })).statusMessage).toBe('Gone');
  });

  it.each([[new Error('secret at /srv/x')], ['secret'], [undefined], [{ status: 404, message: 'secret' }]])(
    'hides the message of any other error',
    (error) => {
      const shown = toPageError(error);
      expect(shown).toMatchObject({ status: 500, code: 'SITE_UNEXPECTED' });
      expect(JSON.stringify(shown)).not.toContain('secret');
    },
  );

  it('uses the texts of the catalogue for an unexpected error', () => {
    expect(toPageError(new Error('x'))).toEqual({
      status: 500,
      code: 'SITE_UNEXPECTED',
      message: 'Something went wrong on our side.',
      fatal: true,
    });
    expect(siteErrors.UNEXPECTED()).toMatchObject(toPageError(new Error('x')));
  });
});
