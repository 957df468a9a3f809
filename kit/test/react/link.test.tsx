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

describe('a link', () => {
  it.each<[what: string, props: LinkProps, html: string]>([
    ['a page', { to: '/about' }, '<a href="/about" data-prefetch="visible">x</a>'],
    ['no prefetch', { to: '/about', prefetch: false }, '<a href="/about">x</a>'],
    ['interaction', { to: '/a', prefetch: 'interaction' }, '<a href="/a" data-prefetch="interaction">x</a>'],
    [
      'a new window',
      { to: '/a', target: '_blank' },
      '<a href="/a" target="_blank" rel="noopener noreferrer">x</a>',
    ],
    ['its own rel', { to: 'https://b.example', rel: 'me' }, '<a href="https://b.example" rel="me">x</a>'],
    ['another site', { to: '//b.example' }, '<a href="//b.example" rel="noopener noreferrer">x</a>'],
    ['a document load', { to: '/a', external: true }, '<a href="/a" data-external="">x</a>'],
    ['replacing', { to: '/a', replace: true }, '<a href="/a" data-prefetch="visible" data-replace="">x</a>'],
    ['a script', { to: 'javascript:alert(1)' }, '<a>x</a>'],
    ['a place', { to: '#top' }, '<a href="#top">x</a>'],
  ])('for %s is as the browser needs it', (_, props, html) => {
    // Attributes are compared as a set: React's order is its own.
    const parts = (text: string): string[] => text.split(/[\s>]/).toSorted();
    expect(parts(render(<Link {...props}>x</Link>, { path: '/elsewhere' }))).toEqual(parts(html));
  });

  it('says that it leads to the page shown, whatever the spelling', () => {
    expect(render(<Link to="/Blog/">x</Link>, { path: '/blog' })).toContain('aria-current="page"');
    expect(render(<Link to="/blog?tag=a">x</Link>, { path: '/blog' })).not.toContain('aria-current');
    expect(render(<Link to="/blog">x</Link>, { path: '/blog/a' })).not.toContain('aria-current');
  });
});

describe('a link of the navigation', () => {
  it.each([
    ['/blog#page', '/blog', 'aria-current="page"'],
    ['/blog#section', '/blog', 'aria-current="true"'],
    ['/#page', '/', 'aria-current="page"'],
  ])('knows by the key %s where %s stands', (navigation, to, attribute) => {
    const html = render(<NavLink to={to}>x</NavLink>, { navigation });
    expect(html).toContain(attribute);
    expect(html).toContain('data-active=""');
  });

  it('is quiet elsewhere', () => {
    expect(render(<NavLink to="/about">x</NavLink>, { navigation: '/blog#section' })).not.toMatch(
      /aria-current|active/,
    );
  });
});
