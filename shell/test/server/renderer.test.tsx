import { lazy, Suspense, use } from 'react';
import { preconnect, preload } from 'react-dom';
import { describe, expect, it, vi } from 'vitest';
import { lateToken } from '@voltframe/kit/contract/page/late-tokens';
import { redirect } from '@voltframe/kit/contract/page/redirect';
import { siteSettings } from '@voltframe/kit/contract/page/site-config';
import type { AskUpstream } from '@voltframe/kit/contract/page/upstream';
import type { RendererOptions } from '@voltframe/kit/contract/release/server-module';
import { createRenderer } from '../../src/server/renderer.tsx';

vi.mock('../../src/design/design.ts', () => ({}));

const site = { ...siteSettings.parse({}), url: 'https://site.example' };
const Page = ({ data }: { data: { title: string } }) => <h1>{data.title}</h1>;
const Note = ({ text }: { text: string }) => <p>{text}</p>;

/** A renderer of a site with pages and islands. @param server of the page blog.post, like its component */
function rendererWith(server: object = {}, Component: unknown = Page, list: unknown = Page) {
  const composition = {
    id: 'c1',
    timestamp: 5,
    site,
    apps: { blog: 'digest' },
    routes: [
      { id: 'blog.post', app: 'blog', path: '/blog/:slug' },
      { id: 'blog.list', app: 'blog', path: '/blog', scoped: true, styles: 'runtime' },
    ],
    islands: { Note: { app: 'blog' }, Answering: { app: 'blog' } },
    resources: { '/blog/feed.xml': 'blog', '/blog/list.json': 'blog' },
  };
  const loader = () => ({ title: 'Hello & goodbye', gone: undefined });
  const blog = {
    pages: {
      'blog.post': { Component, server: { loader, ...server } },
      'blog.list': { Component: list, server: {} },
    },
    islands: {
      Answering: { Component: Note, loader: () => ({ text: 'a', at: new Date(0) }), interactive: true },
      Note: {
        Component: Note,
        loader: ({ props }: { props: { n: number } }) => ({ text: `n is ${props.n}` }),
      },
    },
    resources: {
      '/blog/feed.xml': async () => ({ body: '<feed/>' }),
      '/blog/list.json': ({ query }: { query: object }) => ({ body: JSON.stringify(query) }),
    },
    cards: { 'blog.post': { src: '/route.png', width: 1, height: 1, alt: 'Of the route' } },
  };
  const read = async () => ({ text: '{"a":1}', sha256: 'ab' });
  return createRenderer({ composition, apps: { blog }, read } as unknown as RendererOptions);
}
const ask: AskUpstream = () => Promise.reject(new Error('no page of this site asks an upstream'));
const request = { routeId: 'blog.post', params: { slug: 'a' }, path: '/blog/a', search: '' };

describe('a page', () => {
  it('that makes styles while it renders has them limited to its app', async () => {
    const Styled = () => <style>{'h1{color:red}'}</style>;
    const { html } = await rendererWith({}, Page, Styled).fragment({ ...request, routeId: 'blog.list' }, ask);
    expect(html).toMatch(
      /^<style data-written="h1\{color:red\}">@scope .*\{h1:where\(:scope,\*\)\{color:red\}\}<\/style>$/,
    );
    expect((await rendererWith({}, Styled).fragment(request, ask)).html).toBe('<style>h1{color:red}</style>');
  });

  it('is rendered from the data of its loader, converted like JSON', async () => {
    const { html, data } = await rendererWith().fragment(request, ask);
    expect([html, data]).toStrictEqual(['<h1>Hello &amp; goodbye</h1>', { title: 'Hello & goodbye' }]);
  });

  it.each([
    [true, undefined],
    [false, { status: 404, message: 'Page Not Found: /blog/a', fatal: true }],
    [
      { status: 410, message: 'Gone' },
      { status: 410, message: 'Gone', fatal: true },
    ],
  ])('with the validation %j has the error %j', async (valid, error) => {
    const result = await rendererWith({ validate: () => valid }).fragment(request, ask);
    expect(result.error).toEqual(error);
    if (error)
      expect([result.html, result.head.title]).toEqual(['', expect.stringContaining(`${error.status} - `)]);
  });

  const moved = redirect('/blog/b?page=2', 301);
  const answers: Record<string, () => unknown> = {
    returned: () => moved,
    thrown: () => {
      throw moved;
    },
    rejected: () => Promise.reject(moved),
  };
  it.each(['validate', 'loader'].flatMap((by) => Object.keys(answers).map((how) => [by, how] as const)))(
    'redirects by its %s, %s',
    async (by, how) => {
      const Component = vi.fn<typeof Page>(Page);
      const result = await rendererWith({ [by]: answers[how] }, Component).fragment(request, ask);
      const target = { to: '/blog/b?page=2', status: 301, external: false };
      expect(result).toMatchObject({ redirect: target, html: '', data: null });
      expect(Component).not.toHaveBeenCalled();
    },
  );

  it('that its validation redirects does not run its loader', async () => {
    const loader = vi.fn<() => void>();
    await rendererWith({ validate: () => moved, loader }).fragment(request, ask);
    expect(loader).not.toHaveBeenCalled();
  });

  it('has the reads of its loader as inputs, including the composition', async () => {
    const loader = async ({
      content,
      composition,
    }: {
      content: { data(name: string): Promise<object> };
      composition(): { id: string };
    }) => {
      await content.data('facts');
      return { title: composition().id };
    };
    const { inputs, html } = await rendererWith({ loader }).fragment(request, ask);
    expect([inputs, html]).toEqual([{ 'blog/data/facts.json': 'ab', composition: 'c1' }, '<h1>c1</h1>']);
  });

  it.each([
    ['', {}],
    ['?tag=a%20b&q=c', { tag: 'a b', q: 'c' }],
  ])('with the query %j passes its loader %j', async (search, query) => {
    const loader = (context: { query: object }) => ({ title: JSON.stringify(context.query) });
    const { data } = await rendererWith({ loader }).fragment({ ...request, search }, ask);
    expect(data).toEqual({ title: JSON.stringify(query) });
  });

  it.each([
    ['no picture', undefined, 'https://site.example/route.png'],
    [
      'its own picture',
      { src: '/own.png', width: 1, height: 1, alt: 'Its own' },
      'https://site.example/own.png',
    ],
  ])('with %s has the og:image %3$s', async (_, image, address) => {
    const { head } = await rendererWith({ head: () => ({ image }) }).fragment(request, ask);
    expect(head.meta.find(({ property }) => property === 'og:image')?.content).toBe(address);
  });

  it('has the same head for any query', async () => {
    const [plain, asked] = await Promise.all(
      ['', '?tag=x'].map((search) => rendererWith().fragment({ ...request, search }, ask)),
    );
    expect(asked!.head).toEqual(plain!.head);
    expect(plain!.head.links).toEqual([{ rel: 'canonical', href: 'https://site.example/blog/a' }]);
  });

  it('has its pictures of high priority as preloads in its head, and nothing before its HTML', async () => {
    const Pictured = () => {
      const picture = { imageSrcSet: '/b-1.avif?"&\'<> 1w', imageSizes: '100vw', type: 'image/avif' };
      preload('/b.jpg', { as: 'image', fetchPriority: 'high', ...picture });
      preload('/c.woff2', { as: 'font', crossOrigin: '', fetchPriority: 'high' });
      return <img src="/a.png" alt="" />;
    };
    const { html, head } = await rendererWith({}, Pictured).fragment(request, ask);
    expect([html, head.links.filter(({ rel }) => rel === 'preload')]).toEqual([
      '<img src="/a.png" alt=""/>',
      [
        { rel: 'preload', href: '/c.woff2', as: 'font', crossorigin: '', fetchpriority: 'high' },
        {
          rel: 'preload',
          as: 'image',
          type: 'image/avif',
          imagesrcset: '/b-1.avif?"&\'<> 1w',
          imagesizes: '100vw',
          fetchpriority: 'high',
        },
      ],
    ]);
  });

  it('has the elements that its component hoists in its head, in place of those that say the same', async () => {
    const Hoisting = () => {
      preconnect('https://images.example', { crossOrigin: 'anonymous' });
      return (
        <>
          <title>Own &amp; title</title>
          <meta name="description" content="Own" />
          <link rel="canonical" href="https://site.example/own" />
          <p>Text</p>
        </>
      );
    };
    const { html, head } = await rendererWith({}, Hoisting).fragment(request, ask);
    expect([html, head.title]).toEqual(['<p>Text</p>', 'Own & title']);
    expect(head.meta.filter(({ name }) => name === 'description')).toEqual([
      { name: 'description', content: 'Own' },
    ]);
    expect(head.links).toEqual([
      { rel: 'preconnect', href: 'https://images.example', crossorigin: '' },
      { rel: 'canonical', href: 'https://site.example/own' },
    ]);
  });

  it('waits for what suspends, with or without a boundary', async () => {
    const text = Promise.resolve('later');
    const Part = lazy(async () => ({ default: () => <i>{use(text)}</i> }));
    const Bounded = () => (
      <Suspense fallback="waiting">
        <Part />
      </Suspense>
    );
    const bounded = await rendererWith({}, Bounded).fragment(request, ask);
    expect(bounded.html).toBe('<!--$--><i>later</i><!--/$-->');
    const late = new Promise<string>((done) => setTimeout(done, 1, 'even later'));
    const Alone = () => <b>{use(late)}</b>;
    expect((await rendererWith({}, Alone).fragment(request, ask)).html).toBe('<b>even later</b>');
  });

  it('fails with an error within a boundary, which would leave its fallback', async () => {
    const Broken = (): never => {
      throw new Error('broken part');
    };
    const Bounded = () => (
      <Suspense fallback="waiting">
        <Broken />
      </Suspense>
    );
    await expect(rendererWith({}, Bounded).fragment(request, ask)).rejects.toThrow('broken part');
  });

  it('has no script for a form whose action is a function', async () => {
    const Form = () => <form action={() => {}}>Form</form>;
    const { html } = await rendererWith({}, Form).fragment(request, ask);
    expect(html).not.toContain('<script');
  });

  it('of an unknown route throws', async () => {
    await expect(rendererWith().fragment({ ...request, routeId: 'x' }, ask)).rejects.toThrow('no route "x"');
  });
});

describe('upstreams', () => {
  type Context = { upstream(name: string): { get(path: string): Promise<{ text(): string }> } };
  const answer = async () => ({ ok: true as const, status: 200, headers: {}, text: 'from elsewhere' });
  const loader = async ({ upstream }: Context) => ({
    title: (await upstream('cms').get('/posts')).text(),
  });

  it('are requested by the loader of a page', async () => {
    const { html } = await rendererWith({ loader }).fragment(request, answer);
    expect(html).toBe('<h1>from elsewhere</h1>');
  });

  it('are requested for the paths of a route', async () => {
    const paths = async ({ upstream }: Context) => [{ path: (await upstream('cms').get('/posts')).text() }];
    const listed = await rendererWith({ paths }).paths({ routeId: 'blog.post' }, answer);
    expect(listed).toEqual([{ path: 'from elsewhere' }]);
  });

  it('are refused after the loader has returned', async () => {
    let later: Promise<unknown> | undefined;
    const head = ({ upstream }: Context) => {
      later = upstream('cms').get('/posts');
      later.catch(() => {});
      return {};
    };
    await rendererWith({ head }).fragment(request, answer);
    await expect(later).rejects.toThrow('only loaders ask upstreams');
  });
});

it('marks an interactive island with its app and the data of its loader', async () => {
  expect((await rendererWith().island({ name: 'Answering', props: { n: 3 } }, ask)).html).toBe(
    '<div data-interactive="blog" data-loaded="{&quot;text&quot;:&quot;a&quot;,&quot;at&quot;:&quot;1970-01-01T00:00:00.000Z&quot;}"><p>a</p></div>',
  );
});

it('renders an island with its props and the data of its loader', async () => {
  expect((await rendererWith().island({ name: 'Note', props: { n: 3 } }, ask)).html).toBe('<p>n is 3</p>');
});

it('lists the paths of a route: its own, those of `paths`, or none', async () => {
  const renderer = rendererWith();
  expect(await renderer.paths({ routeId: 'blog.list' }, ask)).toEqual([{ path: '/blog' }]);
  expect(await renderer.paths({ routeId: 'blog.post' }, ask)).toEqual([]);
  const listed = rendererWith({ paths: async () => [{ path: '/blog/a' }] });
  expect(await listed.paths({ routeId: 'blog.post' }, ask)).toEqual([{ path: '/blog/a' }]);
});

it('passes a resource its declared query', async () => {
  const { body } = await rendererWith().resource({ path: '/blog/list.json', search: '?tag=a%20b' }, ask);
  expect(body).toBe('{"tag":"a b"}');
});

it('answers a resource, and throws for an unknown one', async () => {
  expect(await rendererWith().resource({ path: '/blog/feed.xml', search: '' }, ask)).toEqual({
    body: '<feed/>',
    inputs: {},
  });
  await expect(rendererWith().resource({ path: '/none', search: '' }, ask)).rejects.toThrow(
    'no resource "/none"',
  );
});

it('writes markers for late parts into frame and error screen', async () => {
  const renderer = rendererWith();
  const { html, islands } = await renderer.frame({ navigation: '' });
  expect(html).toMatch(/<main id="main"[^>]*>[^<]*fragment/);
  expect(islands.map(({ name }) => name)).toContain('StatusNote');
  for (const variant of ['not-found', 'error'] as const)
    expect((await renderer.errorScreen({ variant })).html).toContain(`data-error-screen="${variant}"`);
  const withoutId = await renderer.errorScreen({ variant: 'error' });
  const withId = await renderer.errorScreen({ variant: 'error', withId: true });
  expect([withoutId, withId].map((screen) => screen.html.includes(lateToken('id')))).toEqual([false, true]);
});
