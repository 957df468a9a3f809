import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LinksContext, useHeaderLink, useYear, YearContext } from '../../src/layout/frame-context.ts';

const Text = ({ place }: { place: string }) => `${useHeaderLink(place)?.label ?? 'none'} ${useYear()}`;
const links = {
  header: [{ place: 'blog', path: '/journal', label: 'Journal' }],
  footer: [{ place: 'terms', path: '/t', label: 'T' }],
};

it.each([
  ['blog', 'Journal 2031'],
  ['terms', 'none 2031'],
])('the place %s of the header has the label and the given year: %s', (place, text) => {
  const header = (
    <LinksContext value={links}>
      <YearContext value="2031">
        <Text place={place} />
      </YearContext>
    </LinksContext>
  );
  expect(renderToStaticMarkup(header)).toBe(text);
});

it('reads no clock without a given year', () => {
  expect(renderToStaticMarkup(<Text place="blog" />)).toBe('none ');
});
