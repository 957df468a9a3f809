import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import ErrorScreen from '../../src/error-screen/error-screen.tsx';

vi.mock('../../src/design/design.ts', () => ({}));

const render = (error: object): string =>
  renderToString(<ErrorScreen error={{ code: 'X', fatal: true, ...error } as never} />);

it.each([
  ['Page Not Found', { status: 404, message: 'Page not found: /x' }, 'not-found'],
  ['Internal Server Error', { status: 500, message: 'm' }, 'error'],
  ['Internal Server Error', { status: 503, message: 'm' }, 'error'],
  ['Out of paper', { status: 404, message: 'm', statusMessage: 'Out of paper' }, 'not-found'],
])('has the title %s for %o', (title, error, variant) => {
  const html = render(error);
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
  expect(html).toContain(`data-error-screen="${variant}"`);
  expect(html).toContain(`>${error.status}</p>`);
  // One node, so that a marker can replace the text.
  expect(html).toContain(`>${error.message}</p>`);
});

it('shows the id of an error that has one', () => {
  expect(render({ status: 500, message: 'm', id: '7k2m9x1q' })).toMatch(
    /<p[^>]*>Error <code>7k2m9x1q<\/code><\/p>/,
  );
  expect(render({ status: 404, message: 'm' })).not.toContain('<code');
});

it.each([
  [404, ['/']],
  [500, ['/', '']],
])('links to the home page, and to the same page after a server error: %i, %j', (status, ways) => {
  const links = render({ status, message: 'm' }).matchAll(/<a [^>]*href="([^"]*)"/g);
  expect([...links].map(([, href]) => href)).toEqual(ways);
});
