import { describe, expect, it } from 'vitest';
import { createNavigate } from '../../src/navigation/navigate.ts';
import { toPlace } from '../../src/navigation/place.ts';

function setUp() {
  const events: string[] = [];
  const location = {
    href: 'https://site.example/blog/a?x',
    origin: 'https://site.example',
    assign: (url: string) => events.push(`assign ${url}`),
    replace: (url: string) => events.push(`replace ${url}`),
    reload: () => events.push('reload'),
  };
  const window = {
    location,
    open: (...call: string[]) => events.push(`open ${call.join(' ')}`),
  } as unknown as Window;
  const pipeline = {
    async navigate(
      { path, search, hash }: { path: string; search: string; hash: string },
      { kind }: { kind: string },
    ) {
      events.push(`${kind} ${path}${search}${hash}`);
      return 'confirmed' as const;
    },
  };
  return { navigate: createNavigate(window, pipeline, () => toPlace('/blog/a?x')), events };
}

describe('navigate()', () => {
  it.each([
    ['/about#x', {}, 'push /about#x'],
    ['b', {}, 'push /blog/b'],
    ['?tag=1', { replace: true }, 'replace /blog/a?tag=1'],
    ['https://site.example/about', {}, 'push /about'],
    ['/..//evil.example', {}, 'push /evil.example'],
    ['https://other.example/', { external: true }, 'assign https://other.example/'],
    ['https://other.example/', { external: true, replace: true }, 'replace https://other.example/'],
    ['/files', { external: true }, 'assign https://site.example/files'],
    ['/about', { open: {} }, 'open /about _blank noopener'],
    ['/about', { open: { target: 'help' } }, 'open /about help noopener'],
    ['/about', { open: { features: { noopener: false } } }, 'open /about _blank '],
    [
      '/about',
      { open: { features: { Width: 300, popup: true, left: undefined } } },
      'open /about _blank noopener,width=300,popup',
    ],
  ])('navigates to %s with %j by: %s', async (to, options, event) => {
    const { navigate, events } = setUp();
    await navigate(to, options);
    expect(events).toEqual([event]);
  });

  it.each([
    ['https://other.example/', {}, 'Navigating to an external URL is not allowed by default'],
    ['//other.example', { open: {} }, 'Navigating to an external URL is not allowed by default'],
    ['javascript:alert(1)', { external: true }, 'Cannot navigate to a URL with a javascript: protocol'],
    [
      'java\nscript:alert(1)',
      { external: true, open: {} },
      'Cannot navigate to a URL with a javascript: protocol',
    ],
    ['/%2e%2e/x%00', {}, 'Cannot navigate to an invalid URL'],
  ])('throws immediately for %j with %j', (to, options, message) => {
    const { navigate, events } = setUp();
    expect(() => navigate(to, options)).toThrow(message);
    expect(events).toEqual([]);
  });
});
