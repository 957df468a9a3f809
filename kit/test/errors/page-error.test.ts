import { expect, it } from 'vitest';
import { screenTitle } from '../../src/errors/page-error.ts';

it.each([
  [{ status: 404 }, 'Page Not Found'],
  [{ status: 500 }, 'Internal Server Error'],
  [{ status: 403 }, 'Internal Server Error'],
  [{ status: 404, statusMessage: 'Gone fishing' }, 'Gone fishing'],
])('screenTitle(%j) is %s', (error, title) => {
  expect(screenTitle(error)).toBe(title);
});
