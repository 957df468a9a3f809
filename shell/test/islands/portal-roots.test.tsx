// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it } from 'vitest';
import { ownPortals } from '../../src/islands/portal-roots.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Renders into a new island of an app, or into the page. */
async function render(app: string | undefined, content: ReactNode): Promise<void> {
  const place = document.createElement('div');
  if (app !== undefined) place.dataset['interactive'] = app;
  document.getElementById('app')!.append(place);
  await act(async () => createRoot(place).render(content));
}

const marks = (): (string | null)[] =>
  [...document.body.children].slice(1).map((child) => child.getAttribute('data-interactive'));

beforeEach(() => {
  document.body.innerHTML = '<div id="app"></div>';
  ownPortals(document);
});

it('what an island appends to the body is marked with its app', async () => {
  await render('shop', createPortal(<p>A toast</p>, document.body));
  await render('blog', createPortal(<p>A dialog</p>, document.body));
  expect(marks()).toEqual(['shop', 'blog']);
});

it('what a page appends to the body is not marked', async () => {
  await render(undefined, createPortal(<p>A toast</p>, document.body));
  document.body.append(document.createElement('div'));
  await act(async () => {});
  expect(marks()).toEqual([null, null]);
});

it('a container is marked with the app that rendered in it last', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  await act(async () => {});
  await render('shop', createPortal(<p>A menu</p>, container));
  expect(marks()).toEqual(['shop']);
  await render('blog', createPortal(<p>A menu</p>, container));
  expect(marks()).toEqual(['blog']);
  await render(undefined, createPortal(<p>A menu</p>, container));
  expect(marks()).toEqual([null]);
});

it('a container that is appended with its content is marked', async () => {
  const container = document.createElement('div');
  await render('shop', createPortal(<p>A menu</p>, container));
  await act(async () => document.body.append(container));
  expect(marks()).toEqual(['shop']);
});
