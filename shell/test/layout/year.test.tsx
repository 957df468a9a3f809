import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useYear, YearContext } from '../../src/layout/year.ts';

const Year = () => useYear();

it('useYear returns the given year, and reads no clock', () => {
  expect(
    renderToStaticMarkup(
      <YearContext value="2031">
        <Year />
      </YearContext>,
    ),
  ).toBe('2031');
  expect(renderToStaticMarkup(<Year />)).toBe('');
});
