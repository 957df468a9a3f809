// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type PageProps, useLocation } from '@voltframe/kit/react';
import { createStore } from '@voltframe/kit/react/store.ts';
import { ClientRoot, type ErrorScreen, type LoadedPage, type View } from '../src/client-root.tsx';
import { createServerPlatform } from '../src/server-platform.ts';

vi.mock('../src/design/design.ts', () => ({}));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => vi.restoreAllMocks());

const Fine = ({ path }: PageProps) => <h1>{path}</h1>;
const Broken = (): never => {
  throw new Error('broken');
};
const viewOf = (path: string, Component: LoadedPage['Component'] = Fine): View => {
  const payload = { path, params: {}, data: null };
  const page = { route: { id: 'x', path }, payload, Component } as unknown as LoadedPage;
  return { kind: 'page', page, place: { path, search: '', hash: '' } };
};
const site = { url: 'https://site.example', name: 'Site' } as never;

async function show(first: View) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const views = createStore(first);
  const hydrated = vi.fn<() => void>();
  const failed: unknown[] = [];
  const hydrating = createStore(true);
  const container = document.createElement('div');
  const set = (view: View) => act(async () => views.set(view));
  await act(async () =>
    createRoot(container, { onCaughtError: () => {} }).render(
      <ClientRoot
        platform={{
          ...createServerPlatform(site, []),
          hydrating,
          islands: { find: () => NONE, load: () => {}, subscribe: () => () => {} },
        }}
        views={views}
        links={{ header: [], footer: [] }}
        year="2026"
        serverHtml={(view) => (view === first ? '<h1>of the server</h1>' : '')}
        onHydrated={hydrated}
        onRenderError={(error) => failed.push((error as Error).message)}
      />,
    ),
  );
  return { set, hydrating, hydrated, failed, title: () => container.querySelector('h1')?.textContent };
}
const NONE = {};

it('shows one view after the other, and reports once that the first is hydrated', async () => {
  const { set, hydrated, title } = await show(viewOf('/a'));
  expect(title()).toBe('/a');
  await set(viewOf('/b'));
  expect([title(), hydrated.mock.calls.length]).toEqual(['/b', 1]);
});

it("shows the server's HTML when the first page throws, reports the error, and renders the next page", async () => {
  const { set, failed, title } = await show(viewOf('/a', Broken));
  expect([failed, title()]).toEqual([['broken'], 'of the server']);
  await set(viewOf('/b'));
  expect(title()).toBe('/b');
});

it('shows an error in place of the layout', async () => {
  const error = { status: 404, code: 'X', message: 'm', fatal: true };
  const Screen: ErrorScreen = ({ error: { message } }) => <h1>{message}</h1>;
  const { title } = await show({ kind: 'error', error, Screen, place: { path: '/x', search: '', hash: '' } });
  expect(title()).toBe('m');
});

it('shows the place of the server while hydrating, and then the whole one', async () => {
  const seen: string[] = [];
  const At = (): null => {
    const { search, hash, state } = useLocation() as { search: string; hash: string; state: unknown };
    seen.push(JSON.stringify([search, hash, state]));
    return null;
  };
  const view = viewOf('/a', At) as Extract<View, { kind: 'page' }>;
  view.page.payload.search = '?tab=b';
  view.place = { path: '/a', search: '?tab=b&other=1', hash: '#x', state: 1 };
  const { hydrating } = await show(view);
  await act(async () => hydrating.set(false));
  expect([...new Set(seen)]).toEqual(['["?tab=b","",null]', '["?tab=b&other=1","#x",1]']);
});
