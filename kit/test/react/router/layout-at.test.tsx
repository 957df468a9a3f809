import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageProvider } from '../../../src/react/platform.ts';
import { layoutAt } from '../../../src/react/router/layout-at.tsx';
import { Link } from '../../../src/react/router/link.tsx';
import { Outlet, useHref, useResolvedPath } from '../../../src/react/router/route.tsx';
import { TestSite } from '../../../src/testing/test-site.tsx';

const TARGETS = ['users', '.', '..', '?page=2', '#end', '/other'];

/** The addresses of targets in a layout. */
function addresses(segments: number, path: string): string[] {
  let seen: string[] = [];
  const Layout = layoutAt(() => {
    seen = TARGETS.map(useHref);
    return <Outlet />;
  }, segments);
  renderToStaticMarkup(
    <TestSite entries={[path]}>
      <PageProvider value={{ path, routeId: 'x', params: {}, outlet: 'the page' }}>
        <Layout>the page</Layout>
      </PageProvider>
    </TestSite>,
  );
  return seen;
}

it('starts relative targets of a layout from the part of the path that its pages have, and a query from the page', () => {
  expect(addresses(1, '/desk/notes/7')).toEqual([
    '/desk/users',
    '/desk',
    '/',
    '/desk/notes/7?page=2',
    '#end',
    '/other',
  ]);
  expect(addresses(0, '/notes')).toEqual(['/users', '/', '/', '/notes?page=2', '#end', '/other']);
});

it('starts those of a layout of one page from the page', () => {
  let seen: string[] = [];
  const Layout = (): ReactElement => {
    seen = TARGETS.slice(0, 3).map(useHref);
    return <Outlet />;
  };
  renderToStaticMarkup(
    <TestSite entries={['/desk/notes']}>
      <PageProvider value={{ path: '/desk/notes', routeId: 'x', params: {}, outlet: 'the page' }}>
        <Layout />
      </PageProvider>
    </TestSite>,
  );
  expect(seen).toEqual(['/desk/notes/users', '/desk/notes', '/desk']);
});

it('starts those of a page in a layout from the page', () => {
  const page = { path: '/desk/notes/7', routeId: 'x', params: {} };
  const Layout = layoutAt(({ children }: { children: ReactNode }) => children, 1);
  const Page = (): ReactElement => <Link to="edit">{useResolvedPath('..').pathname}</Link>;
  const html = renderToStaticMarkup(
    <TestSite entries={[page.path]}>
      <PageProvider value={{ ...page, outlet: 'outlet' }}>
        <Layout>
          <PageProvider value={page}>
            <Page />
          </PageProvider>
        </Layout>
      </PageProvider>
    </TestSite>,
  );
  expect(html).toBe('<a href="/desk/notes/7/edit" data-prefetch="visible">/desk/notes</a>');
});

it('gives the same layout each time, so that it stays mounted', () => {
  const Layout = ({ children }: { children: ReactNode }): ReactNode => children;
  expect(layoutAt(Layout, 1)).toBe(layoutAt(Layout, 1));
  expect(layoutAt(Layout, 1)).not.toBe(layoutAt(Layout, 2));
});
