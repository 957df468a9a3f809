// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { LeaveGuard, Platform } from '../../../src/react/platform.ts';
import { PlatformProvider } from '../../../src/react/platform.ts';
import {
  createSearchParams,
  Navigate,
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  useSearchParams,
} from '../../../src/react/router/navigation.ts';
import { createStore } from '../../../src/react/store.ts';
import { TestSite, type TestSiteProps } from '../../../src/testing/test-site.tsx';
import { InShell, platformWith } from '../fixtures/in-shell.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => document.body.replaceChildren());

/** Renders what `use` returns as JSON. @returns the latest result */
async function render<Value>(use: () => Value, props: TestSiteProps = {}) {
  let latest: Value;
  const Part = (): ReactElement => <i>{JSON.stringify((latest = use()))}</i>;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <TestSite {...props}>
        <Part />
      </TestSite>,
    ),
  );
  return { latest: () => latest, root };
}

it('navigates to targets and in the history, with the state', async () => {
  const { latest } = await render(() => ({ navigate: useNavigate(), at: useLocation() }), {
    entries: ['/blog/post'],
  });
  const first = latest().navigate;
  await act(async () => void first({ pathname: '..', search: 'a=1' }, { state: { x: 1 } }));
  expect(latest().at).toMatchObject({ pathname: '/blog', search: '?a=1', state: { x: 1 } });
  await act(async () => latest().navigate(-1));
  expect(latest().at).toMatchObject({ pathname: '/blog/post', state: null });
});

it('reads and sets the query in the forms of react-router', async () => {
  const { latest } = await render(() => useSearchParams({ sort: 'new', tag: 'x' }), { entries: ['/?tag=a'] });
  expect(String(latest()[0])).toBe('tag=a&sort=new');
  const set = async (...next: Parameters<ReturnType<typeof useSearchParams>[1]>): Promise<string> => {
    await act(async () => void latest()[1](...next));
    return String(latest()[0]);
  };
  expect(await set((before) => ({ ...Object.fromEntries(before), page: '2' }))).toBe('tag=a&sort=new&page=2');
  expect(await set([['a', '1']])).toBe('a=1');
  expect(await set('b=2', { replace: true })).toBe('b=2');
  expect(await set()).toBe('');
  expect(String(createSearchParams({ a: ['1', '2'] }))).toBe('a=1&a=2');
});

it('<Navigate> navigates once for a target', async () => {
  const onNavigate = vi.fn<(to: string) => void>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <TestSite onNavigate={onNavigate} entries={['/b/c']}>
        <Navigate to="../a" replace />
      </TestSite>,
    ),
  );
  expect(onNavigate.mock.calls).toEqual([['/b/a']]);
});

async function withPlatform<Value>(platform: Platform, use: () => Value) {
  let latest: Value;
  const Part = (): null => {
    latest = use();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <InShell platform={platform}>
        <PlatformProvider value={platform}>
          <Part />
        </PlatformProvider>
      </InShell>,
    ),
  );
  return { latest: () => latest, root };
}

it('tells of the navigation that is under way', async () => {
  const pending = createStore<string | null>(null);
  const { latest } = await withPlatform(platformWith({ pending }), useNavigation);
  expect(latest().state).toBe('idle');
  await act(async () => pending.set('/a?b'));
  expect(latest()).toMatchObject({ state: 'loading', location: { pathname: '/a', search: '?b' } });
});

it('blocks a navigation until a decision, and a newer one ends it', async () => {
  let guard: LeaveGuard = () => true;
  const addLeaveGuard = (added: LeaveGuard) => {
    guard = added;
    return () => {};
  };
  const asked: string[] = [];
  const { latest, root } = await withPlatform(platformWith({ addLeaveGuard }), () =>
    useBlocker(({ currentLocation, nextLocation, historyAction }) => {
      asked.push(`${historyAction} ${currentLocation.pathname} ${nextLocation.pathname}`);
      return nextLocation.pathname !== '/free';
    }),
  );
  const from = { path: '/from', search: '', hash: '', params: {}, routeId: null };
  const ask = (path: string) => guard({ ...from, path }, from) as boolean | Promise<boolean>;
  expect(ask('/free')).toBe(true);
  const first = await act(async () => ({ answer: ask('/a') }));
  const second = await act(async () => ({ answer: ask('/b') }));
  await expect(Promise.resolve(first.answer)).resolves.toBe(false);
  expect(latest()).toMatchObject({ state: 'blocked', location: { pathname: '/b' } });
  await act(async () => latest().proceed!());
  await expect(Promise.resolve(second.answer)).resolves.toBe(true);
  expect(latest().state).toBe('unblocked');
  const third = await act(async () => ({ answer: ask('/c') }));
  await act(async () => root.unmount());
  await expect(Promise.resolve(third.answer)).resolves.toBe(false);
  expect(asked[0]).toBe('POP /from /free');
});

it('calls back before the document is left, until it is unmounted', async () => {
  const left = vi.fn<() => void>();
  const { root } = await render(() => useBeforeUnload(left));
  window.dispatchEvent(new Event('beforeunload'));
  await act(async () => root.unmount());
  window.dispatchEvent(new Event('beforeunload'));
  expect(left).toHaveBeenCalledTimes(1);
});
