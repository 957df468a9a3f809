// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { Link, NavLink } from '../../../src/react/router/link.tsx';
import { TestSite } from '../../../src/testing/test-site.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const rendered = (link: ReactElement, at = '/blog/post'): string =>
  renderToStaticMarkup(<TestSite entries={[at]}>{link}</TestSite>);

it.each<[string, ReactElement, string]>([
  [
    'an object',
    <Link key="" to={{ pathname: '/a', search: 'b' }} />,
    '<a href="/a?b" data-prefetch="visible"></a>',
  ],
  ['a relative target', <Link key="" to=".." />, '<a href="/blog" data-prefetch="visible"></a>'],
  ['a replaced entry', <Link key="" to="/a" replace prefetch="none" />, '<a href="/a" data-replace=""></a>'],
  ['a document', <Link key="" to="/a" reloadDocument />, '<a href="/a" data-external=""></a>'],
  [
    'another site',
    <Link key="" to="https://b.example/" />,
    '<a href="https://b.example/" rel="noopener noreferrer"></a>',
  ],
  [
    'options without effect',
    <Link key="" to="/a" prefetch="intent" relative="path" viewTransition discover="none" />,
    '<a href="/a" data-prefetch="interaction"></a>',
  ],
])('renders %s', (_, link, html) => expect(rendered(link)).toBe(html));

it.each<[string, ReactElement, string]>([
  ['its class', <NavLink key="" to="/blog" className="x" />, 'class="x active"'],
  [
    'the class of a function',
    <NavLink key="" to="/blog" className={({ isActive }) => `is-${isActive}`} />,
    'class="is-true"',
  ],
  [
    'the style of a function',
    <NavLink key="" to="/blog" style={({ isActive }) => ({ top: isActive ? 1 : 2 })} />,
    'style="top:1px"',
  ],
  [
    'the children of a function',
    <NavLink key="" to="/blog">
      {({ isActive }) => String(isActive)}
    </NavLink>,
    '>true<',
  ],
  [
    'no class where only the end counts',
    <NavLink key="" to="/blog" end className={({ isActive }) => String(isActive)} />,
    'class="false"',
  ],
  ['aria-current', <NavLink key="" to="/BLOG/post" aria-current="step" />, 'aria-current="step"'],
])('a link of a menu has %s', (_, link, html) => expect(rendered(link)).toContain(html));

it('a link of a menu is not active on a page beside its target, and `/` only at itself', () => {
  const link = <NavLink to="/blo" className={({ isActive }) => String(isActive)} />;
  expect(rendered(link)).toContain('class="false"');
  expect(rendered(<NavLink to="/" />)).not.toContain('active');
});

it('passes its state to the navigation, unless a handler prevents it', async () => {
  const onNavigate = vi.fn<(to: string) => void>();
  const container = document.body.appendChild(document.createElement('div'));
  const links = (
    <TestSite onNavigate={onNavigate}>
      <Link to="/a" state={1} />
      <Link to="/b" state={1} onClick={(event) => event.preventDefault()} />
      <Link to="/c" state={1} target="_blank" />
    </TestSite>
  );
  await act(async () => createRoot(container).render(links));
  // The browser would follow the link of another window.
  window.addEventListener('click', (event) => event.preventDefault());
  for (const link of container.querySelectorAll('a')) await act(async () => link.click());
  expect(onNavigate.mock.calls).toEqual([['/a']]);
});

it('gives its element to the ref', async () => {
  const seen: unknown[] = [];
  const container = document.createElement('div');
  const link = <Link to="/a" ref={(element) => void seen.push(element?.tagName)} />;
  await act(async () => createRoot(container).render(<TestSite>{link}</TestSite>));
  expect(seen).toEqual(['A']);
});
