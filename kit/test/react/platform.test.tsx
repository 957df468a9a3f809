import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import {
  installPlatform,
  type Navigate,
  navigate,
  PageProvider,
  usePage,
  usePageOrNull,
  useSite,
} from '../../src/react/platform.ts';
import { InShell, platformWith } from './fixtures/in-shell.tsx';

const page = { path: '/blog/a', routeId: 'blog.post', params: { slug: 'a' } };
const Path = (): string => usePage().path;
const PathIfAny = (): string => usePageOrNull()?.path ?? 'no page';
const Site = (): string => useSite().url;
const inPage = (element: ReactElement) =>
  renderToStaticMarkup(<PageProvider value={page}>{element}</PageProvider>);

describe('PlatformProvider and PageProvider', () => {
  it('provide the site below them, and throw elsewhere', () => {
    expect(
      renderToStaticMarkup(
        <InShell platform={platformWith()}>
          <Site />
        </InShell>,
      ),
    ).toBe('https://site.example');
    expect(() => renderToStaticMarkup(<Site />)).toThrow('there is no PlatformProvider');
  });

  it('provide the page inside a page, and none in the layout', () => {
    expect([inPage(<Path />), inPage(<PathIfAny />)]).toEqual(['/blog/a', '/blog/a']);
    expect(renderToStaticMarkup(<PathIfAny />)).toBe('no page');
    expect(() => renderToStaticMarkup(<Path />)).toThrow('the layout is the same for many pages');
  });
});

it('navigate() works in the browser only', async () => {
  expect(() => navigate('/about')).toThrow('navigate() is for the browser');
  const go = vi.fn<Navigate>(async () => 'confirmed');
  installPlatform(platformWith({ navigate: go }));
  await expect(navigate('/about', { replace: true })).resolves.toBe('confirmed');
  expect(go).toHaveBeenCalledWith('/about', { replace: true });
});
