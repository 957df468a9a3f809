import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TableOfContents } from '../../../src/react/components/table-of-contents.tsx';

const entry = (depth: number, id: string) => ({ depth, id, text: id.toUpperCase() });
const html = (...entries: ReturnType<typeof entry>[]) =>
  renderToStaticMarkup(<TableOfContents entries={entries} />);

it('links to sections of the second level only', () => {
  const links = html(entry(2, 'a'), entry(3, 'deep'), entry(2, 'b')).match(/href="[^"]*"/g);
  expect(links).toEqual(['href="#a"', 'href="#b"']);
});

it('renders nothing for a text of one section', () => {
  expect(html(entry(2, 'a'), entry(3, 'b'))).toBe('');
});
