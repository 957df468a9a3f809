// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '@voltframe/kit/react/store.ts';
import type { ClientStart } from '../src/client-parts.ts';
import type { LoadedPage, View } from '../src/client-root.tsx';
import { createServerPlatform, serverNavigator } from '../src/server-platform.ts';

const played = vi.hoisted(() => ({ client: {} as object, beacons: [] as string[] }));
vi.mock('../src/design/design.ts', () => ({}));
vi.mock('../src/client-parts.ts', () => ({ createClient: () => played.client }));
vi.mock('../src/layout/layout.tsx', () => ({ default: ({ children }: { children: object }) => children }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Files share a process: what another one has imported already would not be replaced.
vi.resetModules();
const { startClient } = await import('../src/client.tsx');

const Page = () => <h1>Hello</h1>;
const place = { path: '/a', search: '', hash: '' };
const payload = { path: '/a', params: {}, data: null };
const page = {
  route: { id: 'x', app: 'blog', path: '/a' },
  payload,
  Component: Page,
} as unknown as LoadedPage;
const first: View = { kind: 'page', page, place };
const SERVER_HTML = '<main id="main" tabindex="-1"><h1>Hello</h1></main>';

/** Hydrates a document with this HTML. @returns what was reported, and whether builds are watched then */
async function hydrate(html: string, { changed = false, className = '' } = {}) {
  document.body.innerHTML = `<div id="app">${html}</div>`;
  document.documentElement.className = className;
  const started = vi.fn<() => void>();
  const platform = { ...createServerPlatform({} as never, []), hydrating: createStore(true) };
  played.client = {
    platform,
    navigator: serverNavigator,
    views: createStore(first),
    builds: { start: started },
    links: { look: () => {} },
  };
  vi.stubGlobal('platformBoot', { html: { changed: () => changed, end: () => {} } });
  Object.assign(window, { platformBoot: { html: { changed: () => changed, end: () => {} } } });
  const data = { composition: 'c1', navigation: { header: [], footer: [] }, year: 2026 };
  await act(async () => startClient({ window, data, first } as unknown as ClientStart));
  return { started, hydrating: platform.hydrating.get() };
}

beforeEach(() => {
  played.beacons.length = 0;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('navigator', {
    ...navigator,
    sendBeacon: (_: string, body: string) => played.beacons.push(body),
  });
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});
const kinds = () => played.beacons.map((body) => JSON.parse(body) as { kind: string; app: string });

describe('hydration', () => {
  it('takes the document over, and watches for newer builds from then on', async () => {
    const { started, hydrating } = await hydrate(SERVER_HTML);
    expect([kinds(), hydrating, started.mock.calls.length]).toEqual([[], false, 1]);
    expect(document.documentElement.dataset['hydrating']).toBe('false');
  });

  it("that finds other text is the fault of the page's app", async () => {
    await hydrate(SERVER_HTML.replace('Hello', 'Goodbye'));
    expect(kinds()).toEqual([{ composition: 'c1', app: 'blog', kind: 'hydration' }]);
  });

  it.each([
    ['an extension has changed', { changed: true }],
    ['a translator has changed', { className: 'dark translated-ltr' }],
  ])('that finds text which %s is nobody’s fault', async (_, surroundings) => {
    await hydrate(SERVER_HTML.replace('Hello', 'Hallo'), surroundings);
    expect(kinds()).toEqual([]);
  });

  it('needs the root of the document', () => {
    document.body.innerHTML = '';
    expect(() => startClient({ window, data: {}, first } as unknown as ClientStart)).toThrow('no #app');
  });
});
