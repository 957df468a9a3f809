import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import {
  installPlatform,
  type Navigate,
  navigate,
  PageProvider,
  useNavigationKey,
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

describe('what the shell offers', () => {
  it('is there below it, and says so elsewhere', () => {
    expect(
      renderToStaticMarkup(
        <InShell platform={platformWith()}>
          <Site />
        </InShell>,
      ),
    ).toBe('https://site.example');
    expect(() => renderToStaticMarkup(<Site />)).toThrow('there is no PlatformProvider');
  });

  it('knows the page inside one; the layout, the same for many, has none', () => {
    expect([inPage(<Path />), inPage(<PathIfAny />)]).toEqual(['/blog/a', '/blog/a']);
    expect(renderToStaticMarkup(<PathIfAny />)).toBe('no page');
    expect(() => renderToStaticMarkup(<Path />)).toThrow('the layout is the same for many pages');
  });

  it('belongs to no link of the navigation where nobody says', () => {
    const Key = (): string => `key: ${useNavigationKey()}`;
    expect(renderToStaticMarkup(<Key />)).toBe('key: ');
  });
});

it('navigates outside components in the browser only', async () => {
  expect(() => navigate('/about')).toThrow('navigate() is for the browser');
  const go = vi.fn<Navigate>(async () => 'confirmed');
  installPlatform(platformWith({ navigate: go }));
  await expect(navigate('/about', { replace: true })).resolves.toBe('confirmed');
  expect(go).toHaveBeenCalledWith('/about', { replace: true });
});
