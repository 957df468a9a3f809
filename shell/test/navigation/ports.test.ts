import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { createStore } from '@voltframe/kit/react/store.ts';
import type { View } from '../../src/client-root.tsx';
import { createPipelinePorts, type NavigationParts } from '../../src/navigation/ports.ts';
import { toPlace } from '../../src/navigation/place.ts';
import type { Signal } from '../../src/reports/signals.ts';

vi.mock('../../src/design/design.ts', () => ({}));
afterEach(() => vi.restoreAllMocks());

const route = { id: 'blog.list', app: 'blog', path: '/blog', guards: ['members'] };
const place = toPlace('/blog?tag=a');
const target = { ...place, match: null };
const page = { payload: { path: '/blog', routeId: 'blog.list', params: {} } };

/** The ports, with what they are given played. */
function portsWith(parts: object = {}) {
  const shown: unknown[] = [];
  const reloads: string[] = [];
  const location = {
    origin: 'https://site.example',
    href: 'https://site.example/',
    assign: (url: string) => reloads.push(url),
  };
  const all = {
    window: { location, navigator: { onLine: true } },
    data: { routes: [route], globalGuards: ['everywhere'] },
    views: createStore({ kind: 'page', page, place } as unknown as View),
    manifests: { known: () => null, need: async () => null },
    builds: { isOutdated: () => false, check: async () => false },
    unsaved: { update: () => 'asked' },
    network: {},
    progress: {},
    history: {},
    swap: { showError: (_: unknown, error: { message: string }) => shown.push(error.message) },
    leaveGuards: new Set(),
    guards: { places: {}, own: { everywhere: () => true, members: () => false, ruled: () => true } },
    isCrawler: async () => false,
    ...parts,
  } as unknown as NavigationParts;
  return { ports: createPipelinePorts(all), shown, reloads };
}
const manifest = { matcher: buildMatcher({ '/old': { redirect: '/blog' }, '/blog': { guards: ['ruled'] } }) };

describe('a page that no route matches', () => {
  it.each([
    [
      'has a redirect by the route rules',
      { manifests: { need: async () => manifest } },
      { type: 'redirect', to: '/blog' },
    ],
    [
      'may be of a newer build',
      { manifests: { need: async () => manifest }, builds: { check: async () => true } },
      { type: 'document' },
    ],
    ['is left to the server without the rules', {}, { type: 'document' }],
  ])('%s', async (_, parts, outcome) => {
    expect(
      await portsWith(parts).ports.unmatched({
        ...toPlace(outcome.type === 'redirect' ? '/old' : '/new'),
        match: null,
      }),
    ).toMatchObject(outcome);
  });

  it('is not found, by its path and query', async () => {
    const { ports } = portsWith({ manifests: { need: async () => manifest } });
    expect(await ports.unmatched({ ...toPlace('/none?x'), match: null })).toMatchObject({
      type: 'error',
      error: { status: 404, message: 'Page not found: /none?x' },
    });
  });
});

describe('an error', () => {
  const answer = { status: 404, code: 'SITE_PAGE_NOT_FOUND', message: 'Page Not Found: /x', fatal: true };
  it.each([
    ['of the platform is shown with its own words', answer, 'Page Not Found: /x'],
    [
      'that was thrown shows nothing of itself',
      Object.assign(new Error('secret'), { status: 404 }),
      'Something went wrong on our side.',
    ],
  ])('%s', async (_, error, message) => {
    const { ports, shown } = portsWith();
    await ports.showError(target, error, { kind: 'push' });
    expect(shown).toEqual([message]);
  });

  it('is only logged for crawlers', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { ports, shown } = portsWith({ isCrawler: async () => true });
    await ports.showError(target, answer, { kind: 'push' });
    expect([shown, logged.mock.calls.length]).toEqual([[], 1]);
  });
});

describe('a newer build', () => {
  it.each([
    ['is taken with a navigation', true, true, 'asked'],
    ['is not taken when there is none', false, true, null],
    ['cannot be had without a network', true, false, null],
  ])('%s', (_, outdated, onLine, update) => {
    const location = { origin: 'https://site.example' };
    const { ports } = portsWith({
      builds: { isOutdated: () => outdated },
      window: { location, navigator: { onLine } },
    });
    expect(ports.update({ ...target, match: null })).toBe(update);
  });
});

describe('the checks of a step', () => {
  const names = async (step: 'leave' | 'global' | 'enter', parts: object = {}) => {
    const { ports } = portsWith(parts);
    const to = ports.match('/blog');
    return (await ports.checks(step, { ...place, match: to }, place as never, place as never)).map(
      ({ name }) => name,
    );
  };
  it('are what components guard with, the global guards, and those of route and rules', async () => {
    expect(await names('leave', { leaveGuards: new Set([() => true]) })).toEqual(['leave']);
    expect(await names('global')).toEqual(['everywhere']);
    expect(await names('enter')).toEqual(['members']);
    expect(await names('enter', { manifests: { known: () => manifest } })).toEqual(['members', 'ruled']);
  });

  it('fail for a guard that nobody knows', async () => {
    const { ports } = portsWith({ data: { routes: [route], globalGuards: ['nobody'] } });
    await expect(ports.checks('global', target, place as never, place as never)).rejects.toThrow('nobody');
  });
});

it('says where a redirect leads, inside the site or out of it', () => {
  const { ports } = portsWith({ manifests: { known: () => manifest } });
  expect(ports.redirectOf(toPlace('/old'))).toMatchObject({ to: '/blog' });
  expect(ports.resolve('post', toPlace('/blog/a'))).toMatchObject({ path: '/blog/post' });
  expect(ports.resolveExternal('https://b.example/x')).toBe('https://b.example/x');
  expect(() => ports.resolveExternal('javascript:alert(1)')).toThrow('javascript');
});

it('knows what is shown, an error screen among it', () => {
  const { ports } = portsWith();
  expect(ports.shown()).toMatchObject({
    path: '/blog',
    search: '?tag=a',
    routeId: 'blog.list',
    error: false,
  });
  const failed = portsWith({ views: createStore({ kind: 'error', place } as View) });
  expect(failed.ports.shown()).toMatchObject({ path: '/blog', routeId: null, error: true });
});

it.each([
  ['waits for a frame', { matches: true }, 1],
  ['has that of the view transition in which the page changes', { matches: false }, 0],
])('what a click changed %s', async (_, reduced, frames) => {
  let asked = 0;
  const window = {
    document: { startViewTransition: () => {}, visibilityState: 'visible' },
    matchMedia: () => reduced,
    setTimeout: (task: () => void) => task(),
    requestAnimationFrame: (task: () => void) => {
      asked++;
      task();
    },
  };
  await portsWith({ window }).ports.repaint();
  expect(asked).toBe(frames);
});

describe('what is told of', () => {
  const told: Signal[] = [];
  let at = 0;
  const telling = { tell: (signal: Signal) => told.push(signal), now: () => at };
  const thrown = { message: 'boom', stack: 'at x (https://site.example/assets/blog/guard.js:1:2)' };
  afterEach(() => told.splice(0));

  it('is how long it took until a page was shown', async () => {
    const quiet = { network: { end() {} }, progress: { start() {} }, swap: { confirm: async () => {} } };
    const { ports } = portsWith({ ...telling, ...quiet });
    at = 1_000;
    ports.started();
    at = 1_090;
    await ports.confirm(target, page as never, { kind: 'push' });
    expect(told).toEqual([{ type: 'navigated', ms: 90 }]);
  });

  it('is a navigation that fails, with the app that it led to', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    portsWith(telling).ports.log(thrown, target);
    expect(told).toEqual([{ type: 'guard', error: thrown, app: 'blog' }]);
  });

  it('is no navigation that fails without a network', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const location = { origin: 'https://site.example' };
    const { ports, shown } = portsWith({ ...telling, window: { location, navigator: { onLine: false } } });
    ports.log(thrown, target);
    await ports.showError(target, thrown, { kind: 'push' });
    expect([told, logged.mock.calls.length]).toEqual([[], 1]);
    expect(shown).toEqual(['Something went wrong on our side.']);
  });

  it.each([
    ['where somebody is told', telling, expect.stringMatching(/^[0-9a-z]{8}$/)],
    ['not without a network', { ...telling, window: { navigator: { onLine: false } } }, undefined],
    ['nowhere else', {}, undefined],
  ])('has an id on the error screen: %s', async (_where, parts, id) => {
    const shown: unknown[] = [];
    const swap = { showError: (_: unknown, error: unknown) => shown.push(error) };
    await portsWith({ ...parts, swap }).ports.showError(target, thrown, { kind: 'push' });
    expect(shown).toEqual([expect.objectContaining({ status: 500, id })]);
  });
});
