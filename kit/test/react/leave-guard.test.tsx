// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { useLeaveGuard, useUnsavedInput } from '../../src/react/leave-guard.ts';
import type { LeaveGuard } from '../../src/react/platform.ts';
import { InShell, platformWith } from './fixtures/in-shell.tsx';
import { mount } from './fixtures/mounted.tsx';

/** A platform that keeps what components report, and a page that guards with what was typed last. */
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

it('asks with what is so at that moment, though it was reported once', async () => {
  const { guards, unsaved, type, added } = await showPage();
  const [guard] = guards;
  const [isUnsaved] = unsaved;
  expect([guard!(to, to), isUnsaved!()]).toEqual([true, false]);
  await type('hello');
  expect([guard!(to, to), isUnsaved!(), added()]).toEqual(['/ask?hello&/about', true, 2]);
});

it('asks no more once the page is gone', async () => {
  const { guards, unsaved, unmount } = await showPage();
  await unmount();
  expect([guards.size, unsaved.size]).toEqual([0, 0]);
});
