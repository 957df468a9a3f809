import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useYear, YearContext } from '../../src/layout/year.ts';

const Year = () => useYear();

it('is what the shell was given, on the server a marker: no clock is read', () => {
  expect(
    renderToStaticMarkup(
      <YearContext value="2031">
        <Year />
      </YearContext>,
    ),
  ).toBe('2031');
  expect(renderToStaticMarkup(<Year />)).toBe('');
});
