// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { preloadScripts } from '../../src/remotes/preload-scripts.ts';

/** Its head is in no window, where links load nothing. */
let page: Document;
let supported: boolean;
beforeEach(() => {
  supported = true;
  const head = document.createElement('div');
  page = {
    head,
    createElement(name: string) {
      const element = document.createElement(name);
      Object.defineProperty(element, 'relList', { value: { supports: () => supported } });
      return element;
    },
    querySelectorAll: head.querySelectorAll.bind(head),
  } as unknown as Document;
  head.innerHTML = '<link rel="stylesheet" href="/there.css"><link rel="modulepreload" href="/there.js">';
});

it('fetches missing scripts and styles without running or applying them', async () => {
  const fetched: unknown[] = [];
  const fetch = (async (url: string, init: RequestInit) => (
    fetched.push([url, init.priority]),
    new Response('')
  )) as typeof window.fetch;
  const done = preloadScripts(
    page,
    ['/there.js', '/a.js', '/b.js'],
    { '/a.js': 'sha256-a' },
    ['/there.css', '/a.css'],
    fetch,
  );
  const added = [...page.querySelectorAll('link[rel="modulepreload"]')].slice(1);
  expect(added.map((link) => link.getAttribute('href'))).toEqual(['/a.js', '/b.js']);
  expect(added.map((link) => (link as HTMLLinkElement).integrity || null)).toEqual(['sha256-a', null]);
  expect(added).toMatchObject([{ fetchPriority: 'low' }, { fetchPriority: 'low' }]);
  expect(fetched).toEqual([['/a.css', 'low']]);
  expect(page.querySelectorAll('link[rel="stylesheet"], script')).toHaveLength(1);
  added[0]!.dispatchEvent(new Event('load'));
  added[1]!.dispatchEvent(new Event('error'));
  await done;
});

it('fetches no scripts without support of modulepreload', async () => {
  supported = false;
  await preloadScripts(page, ['/a.js'], {}, [], window.fetch);
  expect(page.querySelectorAll('link')).toHaveLength(2);
});
