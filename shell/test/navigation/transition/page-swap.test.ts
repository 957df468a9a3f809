// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '@voltframe/kit/react/store.ts';
import type { PageError } from '@voltframe/kit/errors/page-error';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { LoadedPage, View } from '../../../src/client-root.tsx';
import { toPlace } from '../../../src/navigation/place.ts';
import type { SiteHistory } from '../../../src/navigation/site-history.ts';
import { THEME_COLOURS } from '../../../src/design/theme-colours.ts';
import { createPageSwap, errorHead } from '../../../src/navigation/transition/page-swap.ts';
import { createScrollMemory } from '../../../src/navigation/transition/scroll.ts';

vi.mock('../../../src/design/design.ts', () => ({}));

const site = {
  name: 'Site',
  url: 'https://site.example',
  separator: '|',
  defaultLocale: 'en',
  trailingSlash: false,
} as SiteConfig;
const pageOf = (path: string, app = 'blog'): LoadedPage =>
  ({
    route: { app },
    payload: { path, head: { title: `Title of ${path}`, meta: [], links: [], jsonLd: [], lang: 'en' } },
  }) as unknown as LoadedPage;
const notFound: PageError = { status: 404, code: 'X', message: 'Page not found: /x', fatal: true };

const ErrorScreen = (): null => null;

function setUp() {
  const entries: string[] = [];
  let key = 'first';
  const history = {
    key: () => key,
    push: (url: string) => entries.push((key = `push ${url}`)),
    replace: (url: string) => entries.push(`replace ${url}`),
    retarget: () => entries.push('retarget'),
  } as unknown as SiteHistory;
  const views = createStore<View>({ kind: 'page', page: pageOf('/'), place: toPlace('/') });
  const scrolls = createScrollMemory({ getItem: () => null, setItem: () => true });
  return {
    swap: createPageSwap({ window, site, history, scrolls, views, ErrorScreen }),
    entries,
    views,
    scrolls,
  };
}
beforeEach(() => {
  document.body.innerHTML = '<main id="main" tabindex="-1"><h1>Heading</h1></main>';
});

describe('a shown page', () => {
  it('has a history entry, title, focus and announcement', async () => {
    const { swap, entries, views } = setUp();
    await swap.confirm(toPlace('/about'), pageOf('/about'), { kind: 'push' });
    expect([entries, document.title]).toEqual([['push /about'], 'Title of /about']);
    expect(views.get()).toMatchObject({ kind: 'page', place: { path: '/about' } });
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.querySelector('[role="status"]')!.textContent).toBe('Title of /about');
  });

  it('saves the scroll position of the previous page', async () => {
    const { swap, scrolls } = setUp();
    window.scrollTo(0, 70);
    await swap.confirm(toPlace('/about'), pageOf('/about'), { kind: 'push' });
    expect(scrolls.find('first')).toEqual({ x: 0, y: 70 });
  });

  it('adds no entry after a move in the history', async () => {
    const { swap, entries } = setUp();
    await swap.confirm(toPlace('/about'), pageOf('/about'), { kind: 'pop', delta: -1 });
    expect(entries).toEqual([]);
  });
});

it.each([
  ['moves to the heading for a pushed query', 'push', 'a', 'H1'],
  ['stays for a replaced query', 'replace', 'a', 'A'],
  ['stays in a control', 'push', 'input', 'INPUT'],
] as const)('the focus %s that loads data', async (_, kind, focused, expected) => {
  const { swap } = setUp();
  document.getElementById('main')!.insertAdjacentHTML('beforeend', '<a href="/?page=2">2</a><input>');
  document.querySelector<HTMLElement>(focused)!.focus();
  await swap.confirm(toPlace('/?page=2'), pageOf('/'), { kind });
  expect(document.activeElement?.tagName).toBe(expected);
});

describe('a page of another app', () => {
  it('is shown when the page before has ended, without what that one left in the document', async () => {
    const { swap, views } = setUp();
    document.documentElement.className = 'dark';
    const seen: string[] = [];
    views.subscribe(() => {
      const { page } = views.get() as View & { page: LoadedPage };
      seen.push(`${page.Component ? 'nothing' : page.payload.path} ${document.documentElement.className}`);
    });
    await swap.confirm(toPlace('/cart'), pageOf('/cart', 'shop'), { kind: 'push' });
    expect(seen).toEqual(['nothing dark', '/cart ']);
    await swap.confirm(toPlace('/'), pageOf('/'), { kind: 'push' });
    expect(document.documentElement.className).toBe('dark');
    document.documentElement.className = '';
  });

  it('that is of the same app keeps it', async () => {
    const { swap } = setUp();
    document.documentElement.className = 'dark';
    await swap.confirm(toPlace('/about'), pageOf('/about'), { kind: 'push' });
    expect(document.documentElement.className).toBe('dark');
    document.documentElement.className = '';
  });
});

it('shows another place of the same page without another page', () => {
  const { swap, entries, views } = setUp();
  const before = views.get();
  swap.move(toPlace('/?tag=a'), { kind: 'replace' });
  expect(entries).toEqual(['replace /?tag=a']);
  expect(views.get()).toEqual({ ...before, place: toPlace('/?tag=a') });
});

it('updates the head of the document for another query of the first page', () => {
  const canonical = (query: string) =>
    `<link data-head="" rel="canonical" href="https://site.example/${query}">`;
  document.head.innerHTML = `<title data-head>First</title>${canonical('')}`;
  const { swap, views } = setUp();
  const { payload } = pageOf('/');
  const first = { ...pageOf('/'), payload: { ...payload, head: undefined } } as unknown as LoadedPage;
  views.set({ kind: 'page', page: first, place: toPlace('/') });
  swap.move(toPlace('/?page=2'), { kind: 'push' });
  expect(document.head.innerHTML).toBe(`<title data-head="">First</title>${canonical('?page=2')}`);
});

it('shows an error at its address, with a title, the colours of the browser and without search engines', async () => {
  const { swap, entries, views } = setUp();
  await swap.showError(toPlace('/x'), notFound, { kind: 'push' });
  expect([entries, views.get()]).toEqual([
    ['push /x'],
    { kind: 'error', error: notFound, Screen: ErrorScreen, place: toPlace('/x') },
  ]);
  expect(errorHead(notFound, toPlace('/x'), site)).toMatchObject({
    title: '404 - Page not found: /x | Site',
    meta: [{ name: 'robots', content: expect.stringContaining('noindex') as string }, ...THEME_COLOURS],
    links: [],
  });
});

describe('the focus', () => {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;

  it.each([
    [
      'of a new page is at the target of the hash',
      '/about#part',
      '<h1>Title</h1><p id="part" tabindex="0"></p>',
      'P',
    ],
    ['of a new page without a heading is at the main area', '/about', '', 'MAIN'],
  ])('%s', async (_, url, html, focused) => {
    find('main').innerHTML = html;
    await setUp().swap.confirm(toPlace(url), pageOf('/about'), { kind: 'push' });
    expect(document.activeElement?.tagName).toBe(focused);
  });

  it('of a repeated navigation is at the target of the hash, with a tabindex only if it needs one', () => {
    find('main').innerHTML = '<a id="link" href="/x">x</a><p id="part">y</p>';
    const paragraph = find('p');
    // Browsers do so, happy-dom does not.
    paragraph.focus = () => paragraph.hasAttribute('tabindex') && HTMLElement.prototype.focus.call(paragraph);
    const { swap } = setUp();
    swap.again(toPlace('/#link'));
    expect([document.activeElement, find('a').hasAttribute('tabindex')]).toEqual([find('a'), false]);
    swap.again(toPlace('/#part'));
    expect([document.activeElement, paragraph.getAttribute('tabindex')]).toEqual([paragraph, '-1']);
  });
});

it('announces pages in one live region', async () => {
  const { swap } = setUp();
  for (const path of ['/about', '/blog']) await swap.confirm(toPlace(path), pageOf(path), { kind: 'push' });
  const regions = [...document.querySelectorAll('[aria-live="polite"]')];
  expect(regions.map(({ textContent }) => textContent)).toEqual(['Title of /blog']);
});

it('gives the entry of the shown address a new state', () => {
  const { swap, entries, views } = setUp();
  swap.again({ ...toPlace('/'), state: 1 });
  swap.again({ ...toPlace('/'), state: 1 });
  expect([entries, views.get().place.state]).toEqual([['replace /'], 1]);
});

it('keeps the scroll position of a navigation that asks for it', async () => {
  const { swap } = setUp();
  window.scrollTo(0, 70);
  await swap.confirm(toPlace('/about'), pageOf('/about'), { kind: 'push', keeps: true });
  expect(window.scrollY).toBe(70);
  await swap.confirm(toPlace('/'), pageOf('/'), { kind: 'push' });
  expect(window.scrollY).toBe(0);
});
