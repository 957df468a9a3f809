import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageProvider } from '../../../src/react/platform.ts';
import {
  Outlet,
  useHref,
  useInRouterContext,
  useLoaderData,
  useMatch,
  useOutlet,
  useOutletContext,
  useResolvedPath,
} from '../../../src/react/router/route.tsx';
import { TestSite, type TestSiteProps } from '../../../src/testing/test-site.tsx';

function told(use: () => unknown, props: TestSiteProps = {}): unknown {
  let result: unknown;
  const Part = (): null => {
    result = use();
    return null;
  };
  renderToStaticMarkup(
    <TestSite entries={['/blog/post']} {...props}>
      <Part />
    </TestSite>,
  );
  return result;
}

it('reads what is known of the page', () => {
  expect(told(() => useMatch('/blog/:slug')?.params)).toEqual({ slug: 'post' });
  expect(told(() => useMatch('/other'))).toBeNull();
  expect(told(() => useResolvedPath('../a?b'))).toEqual({ pathname: '/blog/a', search: '?b', hash: '' });
  expect(told(() => useHref('/a?b'), { site: { trailingSlash: true } })).toBe('/a/?b');
  expect(told(() => useHref('https://b.example'))).toBe('https://b.example');
  expect(told(useInRouterContext)).toBe(true);
  expect(told(() => useLoaderData<() => Promise<number>>(), { data: 3 })).toBe(3);
  expect(told(useOutlet)).toBeNull();
});

it('shows the page in a layout, and gives it the context of the nearest outlet', () => {
  const Page = (): ReactElement => <b>{String(useOutletContext())}</b>;
  const page = { path: '/', routeId: 'x', params: {}, outlet: <Page /> };
  const Layout = (): ReactElement => <i>{useOutlet('of the layout')}</i>;
  const html = renderToStaticMarkup(
    <PageProvider value={page}>
      <Layout />
      <Outlet />
    </PageProvider>,
  );
  expect(html).toBe('<i><b>of the layout</b></i><b>undefined</b>');
});
