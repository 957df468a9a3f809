import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FilterLinks } from '../../../src/react/components/filter-links.tsx';
import { InShell, platformWith } from '../fixtures/in-shell.tsx';

const options = [
  { value: 'iot', label: 'IoT', count: 2 },
  { value: 'web', label: 'Web' },
];
const linksFor = (selected: string | undefined) => {
  const html = renderToStaticMarkup(
    <InShell platform={platformWith()}>
      <FilterLinks label="Filter" path="/blog" parameter="tag" options={options} selected={selected} />
    </InShell>,
  );
  return [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => ({
    href: /href="([^"]*)"/.exec(attributes)?.[1],
    current: attributes.includes('aria-current="true"'),
  }));
};

it.each([
  [undefined, '/blog'],
  ['web', '/blog?tag=web'],
])('gives every choice an address, and with %s marks %s as current', (selected, current) => {
  expect(linksFor(selected).map(({ href }) => href)).toEqual(['/blog', '/blog?tag=iot', '/blog?tag=web']);
  expect(linksFor(selected).filter((link) => link.current)).toEqual([{ href: current, current: true }]);
});

it('marks no choice as current for an unknown value', () => {
  expect(linksFor('none').filter(({ current }) => current)).toEqual([]);
});
