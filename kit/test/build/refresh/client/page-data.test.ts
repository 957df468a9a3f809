// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { type RootProps, refreshData } from '../../../../src/build/refresh/client/page-data.ts';

const payload = (title: string, routeId = 'blog.list') => ({
  composition: title,
  path: '/blog',
  routeId,
  params: {},
  head: { title },
  data: { title },
  islands: [],
});

/** The page data of a document: the routes of the site. */
const siteData = (path: string, script: string) =>
  `<script type="application/json" id="page-data">${JSON.stringify({ routes: [{ id: 'blog.list', path, js: [script] }] })}</script>`;

interface Given {
  answer?: object;
  status?: number;
  html?: string;
  kind?: 'page' | 'error';
  prerender?: boolean;
  /** Of the shown page, and of the live site. */
  compositions?: [shown: string, live: string];
}

function refresh({
  answer = payload('new'),
  status = 200,
  html = siteData('/blog', 'list.2'),
  kind = 'page',
  prerender = true,
  compositions: [shown, live] = ['old', 'c2'],
}: Given) {
  document.title = 'old';
  document.body.innerHTML = `${siteData('/blog', 'list.1')}<div data-island="Card_1">old card</div>`;
  const page = { route: { prerender }, payload: { ...payload('old'), composition: shown } };
  let view = {
    kind,
    place: { path: '/blog', search: '?tag=a' },
    ...(kind === 'page' && { page }),
  } as unknown;
  const adopt = vi.fn<RootProps['platform']['islands']['adopt']>();
  const set = vi.fn<(next: unknown) => void>((next) => void (view = next));
  const fetched: string[] = [];
  const root = { views: { get: () => view, set }, platform: { islands: { adopt } } } as unknown as RootProps;
  const fetch = (url: string) => {
    fetched.push(url);
    return Promise.resolve(url.includes('_payload') ? Response.json(answer, { status }) : new Response(html));
  };
  const location = { pathname: '/blog', search: '?tag=a' };
  const ports = { window: { document, DOMParser, location, fetch } as never, registerIcons: () => {} };
  return { done: refreshData(ports, root, live), set, adopt, fetched };
}

it('replaces the data of the page, and nothing else', async () => {
  const { done, set } = refresh({});
  expect(await done).toBeUndefined();
  expect(set).toHaveBeenCalledExactlyOnceWith({
    kind: 'page',
    place: { path: '/blog', search: '?tag=a' },
    page: { route: { prerender: true }, payload: payload('new') },
  });
  expect(document.title).toBe('new');
});

it('leaves a page with unchanged data alone', async () => {
  const { done, set } = refresh({ answer: { ...payload('old'), composition: 'c2', prerenderedAt: 1 } });
  await done;
  expect(set).not.toHaveBeenCalled();
});

it.each([
  [true, '/blog/_payload.json?c2'],
  [false, '/blog/_payload.json?c2&tag=a'],
])('fetches the data of the live composition; prerendered: %s', async (prerender, url) => {
  const { done, fetched } = refresh({ prerender });
  await done;
  expect(fetched).toContain(url);
});

it('replaces islands from the document of the live composition', async () => {
  const { done, adopt } = refresh({
    html: `${siteData('/blog', 'list.2')}<div data-island="Card_1"><b>new card</b></div>`,
  });
  await done;
  expect(adopt).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-island]')!.innerHTML).toBe('<b>new card</b>');
});

it.each([
  ['an error screen', { kind: 'error' as const }, 'it shows no page'],
  ['another route', { html: siteData('/journal', 'list.1') }, 'the site has other routes or links'],
  ['an error status', { status: 404 }, 'its data is answered with 404'],
  ['another page at its address', { answer: payload('new', 'blog.post') }, 'its data is answered with 200'],
])('returns a reason to load the page again for %s', async (_, given, reason) => {
  expect(await refresh(given).done).toBe(reason);
});

it('keeps a page whose code throws in the live composition', async () => {
  const { done, set, adopt } = refresh({ status: 500, html: '', answer: { status: 500 } });
  expect(await done).toBeUndefined();
  expect([set.mock.calls, adopt.mock.calls]).toEqual([[], []]);
});

it('fetches nothing when the page shows the live composition', async () => {
  const { done, fetched } = refresh({ compositions: ['c2', 'c2'] });
  expect(await done).toBeUndefined();
  expect(fetched).toEqual([]);
});
