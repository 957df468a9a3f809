// @vitest-environment happy-dom
import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillTokens, lateToken } from '@voltframe/kit/contract/page/late-tokens';
import type { Navigation } from '@voltframe/kit/contract/page/navigation';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { Icon, Island, Link, type PageProps, usePage } from '@voltframe/kit/react';
import { useHydrating, useLocation, useParams, useSearchParams } from '@voltframe/kit/react';
import { type FetchIsland, createIslandStore } from '@voltframe/kit/react/islands/island-store.ts';
import type { Platform } from '@voltframe/kit/react/platform.ts';
import { createStore } from '@voltframe/kit/react/store.ts';
import { Frame, type PageLayout, PageView, type PageViewProps } from '../src/app.tsx';
import { createServerPlatform } from '../src/server-platform.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const site: SiteConfig = {
  name: 'Site',
  url: 'https://site.example',
  description: '',
  separator: '|',
  twitter: '',
  defaultLocale: 'en',
  indexable: true,
  trailingSlash: false,
  canonicalLowercase: true,
};

function Page({ data, path }: PageProps<{ title: string }>) {
  const [count, setCount] = useState(0);
  const hydrating = useHydrating();
  const [search] = useSearchParams();
  return (
    <>
      <h1>{data.title}</h1>
      at {path} {search.get('tag')}
      <Link to="/blog">List</Link>
      <Island name="Posts" props={{ count: 3 }} fallback={<p>wait</p>} />
      <Island name="Posts" props={{ count: 3 }} />
      <Icon name="lucide:none" />
      <button type="button" onClick={() => setCount(count + 1)}>
        {hydrating ? 'server' : 'browser'} {count}
      </button>
    </>
  );
}

const view: Omit<PageViewProps, 'platform' | 'navigator'> = {
  Component: Page as PageViewProps['Component'],
  data: { title: 'Hello & goodbye' },
  route: { id: 'blog.post', path: '/blog/:slug' },
  params: { slug: 'a' },
  path: '/blog/a',
  search: '?tag=x',
};

const links: Navigation = {
  header: [
    { place: 'blog', path: '/blog', label: 'Blog' },
    { place: 'contact', path: '/contact', label: 'Contact' },
  ],
  footer: [{ place: 'terms', path: '/terms', label: 'Terms' }],
};

/** The root of a document: frame and page are rendered separately and joined like in the gateway. */
function serverHtml(): string {
  const platform = createServerPlatform(site, []);
  const page = renderToString(<PageView platform={platform} {...view} />);
  const frame = renderToString(
    <Frame platform={platform} links={links} navigation="/blog#section" app="" year={lateToken('year')}>
      {lateToken('fragment')}
    </Frame>,
  );
  const late = (name: string): string =>
    name === 'year' ? '2026' : name.startsWith('island:') ? '<p>island</p>' : page;
  return fillTokens(fillTokens(frame, late), late);
}

function clientPlatform(root: ParentNode, fetchIsland: FetchIsland): Platform {
  const nothing = () => () => {};
  const islands = createIslandStore(fetchIsland);
  islands.adopt(root);
  return {
    ...createServerPlatform(site, []),
    islands,
    hydrating: createStore(true),
    watchLink: nothing,
    loadIcon: () => {},
  };
}

describe('a page rendered in parts on the server', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is hydrated as one tree without differences', async () => {
    const errors = vi.spyOn(console, 'error');
    const fetchIsland = vi.fn<FetchIsland>();
    document.body.innerHTML = `<div id="app">${serverHtml()}</div>`;
    const root = document.getElementById('app')!;
    const heading = root.querySelector('h1');
    const platform = clientPlatform(root, fetchIsland);
    const recovered: unknown[] = [];
    await act(async () => {
      hydrateRoot(
        root,
        <Frame platform={platform} links={links} navigation="/blog#section" app="" year="2026">
          <PageView platform={platform} {...view} />
        </Frame>,
        { onRecoverableError: (error) => recovered.push(error) },
      );
    });
    expect([recovered, errors.mock.calls]).toEqual([[], []]);
    expect(root.querySelector('h1')).toBe(heading);
    expect(root.querySelector('button[type=button]')?.textContent).toBe('server 0');
    await act(async () => platform.hydrating.set(false));
    expect(root.querySelector('main button')?.textContent).toBe('browser 0');
    await act(async () => root.querySelector<HTMLElement>('main button')!.click());
    expect(root.querySelector('main button')?.textContent).toBe('browser 1');
    expect(root.querySelectorAll('main [data-island]')[1]?.innerHTML).toBe('<p>island</p>');
    expect(fetchIsland).not.toHaveBeenCalled();
  });

  it('provides its route to the hooks of react-router', () => {
    const Hooks = () => <p>{JSON.stringify([useParams(), useLocation()])}</p>;
    const html = renderToString(
      <PageView {...view} platform={createServerPlatform(site, [])} Component={Hooks} hash="#top" />,
    );
    const [params, place] = JSON.parse(html.replaceAll('&quot;', '"').slice('<p>'.length, -'</p>'.length));
    expect(params).toEqual({ slug: 'a' });
    expect(place).toMatchObject({ pathname: '/blog/a', search: '?tag=x', hash: '#top' });
  });

  it('renders the page in its layouts, by children or by the outlet', () => {
    const Outer: PageLayout = ({ children }) => <main>{children}</main>;
    const Inner = () => <section>{usePage().outlet}</section>;
    const html = renderToString(
      <PageView
        {...view}
        platform={createServerPlatform(site, [])}
        Component={() => <p>{usePage().outlet ? 'a layout' : 'the page'}</p>}
        layouts={[Outer, Inner]}
      />,
    );
    expect(html).toBe('<main><section><p>the page</p></section></main>');
  });
});
