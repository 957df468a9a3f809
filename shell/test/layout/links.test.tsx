import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LinksContext, useHeaderLink } from '../../src/layout/links.ts';

const Label = ({ place }: { place: string }) => useHeaderLink(place)?.label ?? 'none';
const links = {
  header: [{ place: 'blog', path: '/journal', label: 'Journal' }],
  footer: [{ place: 'terms', path: '/t', label: 'T' }],
};

it.each([
  ['blog', 'Journal'],
  ['terms', 'none'],
  ['contact', 'none'],
])('the place %s of the header has the label: %s', (place, label) => {
  const header = (
    <LinksContext value={links}>
      <Label place={place} />
    </LinksContext>
  );
  expect(renderToStaticMarkup(header)).toBe(label);
});
