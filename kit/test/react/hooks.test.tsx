// @vitest-environment happy-dom
/* oxlint-disable react/globals -- components hand their setters and results to the tests */
import { act, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import {
  useHydrating,
  useLeaveGuard,
  useUnsavedInput,
  type SetSearchParams,
  useSearchParams,
} from '../../src/react/hooks.ts';
import { createStore } from '../../src/react/store.ts';
import { InShell, platformWith } from './fixtures/in-shell.tsx';
import { mount } from './fixtures/mounted.tsx';
import { type LeaveGuard, type Platform, PlatformProvider } from '../../src/react/platform.ts';
import { type Navigator, Router } from 'react-router';

const State = () => (useHydrating() ? 'server' : 'browser');

it('useHydrating is true on the server, and in the browser until the first page has rendered', async () => {
  const platform = platformWith({ hydrating: createStore(false) });
  const page = (
    <InShell platform={platform}>
      <State />
    </InShell>
  );
  expect(renderToStaticMarkup(page)).toBe('server');
  platform.hydrating.set(true);
  const { container } = await mount(page);
  expect(container.textContent).toBe('server');
  await act(async () => platform.hydrating.set(false));
  expect(container.textContent).toBe('browser');
});

/** A platform that stores guards, and a page whose guards use the last typed text. */
async function showPage() {
  const guards = new Set<LeaveGuard>();
  const unsaved = new Set<() => boolean>();
  let added = 0;
  const keep =
    <T,>(set: Set<T>) =>
    (one: T) => (added++, set.add(one), () => void set.delete(one));
  let type!: (text: string) => void;
  const Page = () => {
    const [typed, setTyped] = useState('');
    type = setTyped;
    useLeaveGuard((to) => (typed === '' ? true : `/ask?${typed}&${to.path}`));
    useUnsavedInput(() => typed !== '');
    return null;
  };
  const platform = platformWith({ addLeaveGuard: keep(guards), addUnsaved: keep(unsaved) });
  const { unmount } = await mount(
    <InShell platform={platform}>
      <Page />
    </InShell>,
  );
  return {
    guards,
    unsaved,
    unmount,
    added: () => added,
    type: (text: string) => act(async () => type(text)),
  };
}
const to = { path: '/about' } as Parameters<LeaveGuard>[0];

it('a guard uses the current state, and is registered once', async () => {
  const { guards, unsaved, type, added } = await showPage();
  const [guard] = guards;
  const [isUnsaved] = unsaved;
  expect([guard!(to, to), isUnsaved!()]).toEqual([true, false]);
  await type('hello');
  expect([guard!(to, to), isUnsaved!(), added()]).toEqual(['/ask?hello&/about', true, 2]);
});

it('a guard is removed with its page', async () => {
  const { guards, unsaved, unmount } = await showPage();
  await unmount();
  expect([guards.size, unsaved.size]).toEqual([0, 0]);
});

function renderHook(search: string, navigate: Platform['navigate']): [URLSearchParams, SetSearchParams] {
  let result: [URLSearchParams, SetSearchParams] | undefined;
  function Probe(): null {
    result = useSearchParams();
    return null;
  }
  renderToStaticMarkup(
    <PlatformProvider value={{ navigate } as Platform}>
      <Router location={{ pathname: '/blog', search }} navigator={{} as Navigator}>
        <Probe />
      </Router>
    </PlatformProvider>,
  );
  return result!;
}

it('useSearchParams returns the query of the address', () => {
  const [params] = renderHook('?tag=iot&page=2', vi.fn<Platform['navigate']>());
  expect(Object.fromEntries(params)).toEqual({ tag: 'iot', page: '2' });
});

it.each([
  ['another query', new URLSearchParams({ tag: 'a b' }), '/blog?tag=a+b'],
  ['no query', new URLSearchParams(), '/blog'],
])('setSearchParams navigates to the same page with %s', (_, next, target) => {
  const navigate = vi.fn<Platform['navigate']>();
  const [, setParams] = renderHook('?tag=iot', navigate);
  void setParams(next, { replace: true });
  expect(navigate).toHaveBeenCalledWith(target, { replace: true });
});
