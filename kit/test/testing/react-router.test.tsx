import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MemoryRouter, useLocation } from '../../src/testing/react-router.tsx';

const At = () => JSON.stringify(useLocation());

it('shows an address of the history in memory', () => {
  const entries = ['/a', { pathname: '/b', search: '?c', state: 1 }];
  const text = (index?: number): string =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={entries} {...(index !== undefined && { initialIndex: index })}>
        <At />
      </MemoryRouter>,
    ).replaceAll('&quot;', '"');
  expect(JSON.parse(text())).toMatchObject({ pathname: '/b', search: '?c', state: 1 });
  expect(JSON.parse(text(0))).toMatchObject({ pathname: '/a', search: '', state: null });
});
