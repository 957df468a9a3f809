import { expect, it } from 'vitest';
import { screenTitle, toPageError } from '../../src/errors/page-error.ts';
import { siteErrors } from '../../src/errors/site-errors.ts';

it('shows of an error that is not the site’s own that something went wrong, and nothing else', () => {
  const error = Object.assign(new Error('password=hunter2'), { status: 404, code: 'ENOENT' });
  expect(toPageError(error)).toEqual({
    status: 500,
    code: 'SITE_UNEXPECTED',
    message: 'Something went wrong on our side.',
    fatal: true,
  });
});

it('shows of the site’s own what it says, and never a stack', () => {
  const shown = toPageError(siteErrors.PAGE_NOT_FOUND({ path: '/x' }));
  expect(shown).toMatchObject({ status: 404, code: 'SITE_PAGE_NOT_FOUND' });
  expect(Object.keys(shown)).not.toContain('stack');
});

it.each([
  [{ status: 404 }, 'Page Not Found'],
  [{ status: 500 }, 'Internal Server Error'],
  [{ status: 403 }, 'Internal Server Error'],
  [{ status: 404, statusMessage: 'Gone fishing' }, 'Gone fishing'],
])('the title of the screen for %j is %s', (error, title) => {
  expect(screenTitle(error)).toBe(title);
});
