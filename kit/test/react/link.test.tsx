import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Link, type LinkProps, NavLink } from '../../src/react/link.tsx';
import {
  NavigationProvider,
  PageProvider,
  type Platform,
  PlatformProvider,
} from '../../src/react/platform.ts';

const platform = { site: { url: 'https://site.example', trailingSlash: false } } as Platform;

function render(
  link: ReactElement,
  { path, navigation = '' }: { path?: string; navigation?: string } = {},
): string {
  const page = path === undefined ? null : { path, routeId: 'x', params: {} };
  return renderToStaticMarkup(
    <PlatformProvider value={platform}>
      <NavigationProvider value={navigation}>
        <PageProvider value={page}>{link}</PageProvider>
      </NavigationProvider>
    </PlatformProvider>,
  );
}

describe('Link', () => {
  it.each<[name: string, props: LinkProps, html: string]>([
    ['a page', { to: '/about' }, '<a href="/about" data-prefetch="visible">x</a>'],
    ['a page without prefetch', { to: '/about', prefetch: false }, '<a href="/about">x</a>'],
    [
      'a prefetch on interaction',
      { to: '/a', prefetch: 'interaction' },
      '<a href="/a" data-prefetch="interaction">x</a>',
    ],
    [
      'a new window',
      { to: '/a', target: '_blank' },
      '<a href="/a" target="_blank" rel="noopener noreferrer">x</a>',
    ],
    ['a given rel', { to: 'https://b.example', rel: 'me' }, '<a href="https://b.example" rel="me">x</a>'],
    ['a mail address', { to: 'mailto:a@b.example' }, '<a href="mailto:a@b.example">x</a>'],
    [
      'the same window',
      { to: '/a', target: '_self' },
      '<a href="/a" target="_self" data-prefetch="visible">x</a>',
    ],
    ['another site', { to: '//b.example' }, '<a href="//b.example" rel="noopener noreferrer">x</a>'],
    ['a full page load', { to: '/a', external: true }, '<a href="/a" data-external="">x</a>'],
    [
      'a replaced history entry',
      { to: '/a', replace: true },
      '<a href="/a" data-prefetch="visible" data-replace="">x</a>',
    ],
    ['a script', { to: 'javascript:alert(1)' }, '<a>x</a>'],
    ['a hash', { to: '#top' }, '<a href="#top">x</a>'],
  ])('renders the attributes for %s', (_, props, html) => {
    // Compares attributes as a set, because React orders them itself.
    const parts = (text: string): string[] => text.split(/[\s>]/).toSorted();
    expect(parts(render(<Link {...props}>x</Link>, { path: '/elsewhere' }))).toEqual(parts(html));
  });

  it('marks the current page in any spelling', () => {
    expect(render(<Link to="/Blog/">x</Link>, { path: '/blog' })).toContain('aria-current="page"');
    expect(render(<Link to="/blog?tag=a">x</Link>, { path: '/blog' })).not.toContain('aria-current');
    expect(render(<Link to="/blog">x</Link>, { path: '/blog/a' })).not.toContain('aria-current');
  });
});

describe('NavLink', () => {
  it.each([
    ['/blog#page', '/blog', 'aria-current="page"'],
    ['/blog#section', '/blog', 'aria-current="true"'],
    ['/#page', '/', 'aria-current="page"'],
  ])('with the key %s marks %s', (navigation, to, attribute) => {
    const html = render(<NavLink to={to}>x</NavLink>, { navigation });
    expect(html).toContain(attribute);
    expect(html).toContain('data-active=""');
  });

  it('marks no other link', () => {
    expect(render(<NavLink to="/about">x</NavLink>, { navigation: '/blog#section' })).not.toMatch(
      /aria-current|active/,
    );
  });
});
