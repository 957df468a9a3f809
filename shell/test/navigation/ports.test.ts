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

/** The ports with fake parts. */
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
    updateUnsaved: () => 'document',
    network: {},
    progress: {},
    pending: createStore<string | null>(null),
    history: {},
    swap: { showError: (_: unknown, error: { message: string }) => shown.push(error.message) },
    leaveGuards: new Set(),
    guards: {
      places: { remote: { app: 'blog', expose: './guards/remote' } },
      own: { everywhere: () => true, members: () => false, ruled: () => true },
      loadExpose: async (app: string, expose: string) => ({ default: () => `${app}${expose}` }),
    },
    isCrawler: async () => false,
    ...parts,
  } as unknown as NavigationParts;
  return { ports: createPipelinePorts(all), shown, reloads };
}
const manifest = { matcher: buildMatcher({ '/old': { redirect: '/blog' }, '/blog': { guards: ['ruled'] } }) };

describe('a path that no route matches', () => {
  it.each([
    [
      'is redirected by route rules',
      { manifests: { need: async () => manifest } },
      { type: 'redirect', to: '/blog' },
    ],
    [
      'loads a document if there is a newer build',
      { manifests: { need: async () => manifest }, builds: { check: async () => true } },
      { type: 'document' },
    ],
    ['loads a document without the manifest', {}, { type: 'document' }],
    [
      'loads a document for a file',
      { manifests: { need: async () => manifest } },
      { type: 'document' },
      '/data/calendar.ics',
    ],
  ])('%s', async (_, parts, outcome, path = outcome.type === 'redirect' ? '/old' : '/new') => {
    expect(await portsWith(parts).ports.unmatched({ ...toPlace(path), match: null })).toMatchObject(outcome);
  });

  it('is an error 404 with its path and query', async () => {
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
    ['of the platform is shown with its message', answer, 'Page Not Found: /x'],
    [
      'that was thrown is shown without its message',
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
    ['is loaded with a navigation', true, true, 'document'],
    ['is not loaded if there is none', false, true, null],
    ['is not loaded without a network', true, false, null],
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
  const checks = async (step: 'leave' | 'global' | 'enter', parts: object = {}) => {
    const { ports } = portsWith(parts);
    return ports.checks(step, { ...place, match: ports.match('/blog') }, place as never, place as never);
  };
  const names = async (...of: Parameters<typeof checks>) => (await checks(...of)).map(({ name }) => name);
  it('are the leave guards, the global guards, and those of route and rules', async () => {
    expect(await names('leave', { leaveGuards: new Set([() => true]) })).toEqual(['leave']);
    expect(await names('global')).toEqual(['everywhere']);
    expect(await names('enter')).toEqual(['members']);
    expect(await names('enter', { manifests: { known: () => manifest } })).toEqual(['members', 'ruled']);
  });

  it.each([
    [{ guards: ['ruled', 'members'] }, ['members', 'ruled']],
    [{ guards: { members: false, ruled: true } }, ['ruled']],
  ])('are merged with those of the rule %j: %j', async (rule, merged) => {
    const known = () => ({ matcher: buildMatcher({ '/blog': rule }) });
    expect(await names('enter', { manifests: { known } })).toEqual(merged);
  });

  it('run a guard of a remote from its expose', async () => {
    const [check] = await checks('global', { data: { routes: [route], globalGuards: ['remote'] } });
    expect(check!.run()).toBe('blog./guards/remote');
  });

  it.each(['absent', 'toString', '__proto__'])('fail for a guard that no app declares: %s', async (name) => {
    await expect(checks('global', { data: { routes: [route], globalGuards: [name] } })).rejects.toThrow(
      `Unknown route middleware: '${name}'.`,
    );
  });
});

it('resolves the targets of redirects, inside the site and outside', () => {
  const { ports } = portsWith({ manifests: { known: () => manifest } });
  expect(ports.redirectOf(toPlace('/old'))).toMatchObject({ to: '/blog' });
  expect(ports.resolve('post', toPlace('/blog/a'))).toMatchObject({ path: '/blog/post' });
  expect(ports.resolveExternal('https://b.example/x')).toBe('https://b.example/x');
  expect(() => ports.resolveExternal('javascript:alert(1)')).toThrow('javascript');
});

it('returns the current page or error screen', () => {
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

describe('the signals', () => {
  const signals: Signal[] = [];
  let at = 0;
  const telling = { tell: (signal: Signal) => signals.push(signal), now: () => at };
  const thrown = { message: 'boom', stack: 'at x (https://site.example/assets/blog/guard.js:1:2)' };
  afterEach(() => signals.splice(0));

  it('include the duration until a page is shown', async () => {
    const quiet = { network: { end() {} }, progress: { start() {} }, swap: { confirm: async () => {} } };
    const { ports } = portsWith({ ...telling, ...quiet });
    at = 1_000;
    ports.started(target);
    at = 1_090;
    await ports.confirm(target, page as never, { kind: 'push' });
    expect(signals).toEqual([{ type: 'navigated', ms: 90 }]);
  });

  it('include a failed navigation, with the app of its target', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    portsWith(telling).ports.log(thrown, target);
    expect(signals).toEqual([{ type: 'guard', error: thrown, app: 'blog' }]);
  });

  it('exclude a navigation that fails without a network', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const location = { origin: 'https://site.example' };
    const { ports, shown } = portsWith({ ...telling, window: { location, navigator: { onLine: false } } });
    ports.log(thrown, target);
    await ports.showError(target, thrown, { kind: 'push' });
    expect([signals, logged.mock.calls.length]).toEqual([[], 1]);
    expect(shown).toEqual(['Something went wrong on our side.']);
  });

  it.each([
    ['with reports', telling, expect.stringMatching(/^[0-9a-z]{8}$/)],
    ['without a network', { ...telling, window: { navigator: { onLine: false } } }, undefined],
    ['without reports', {}, undefined],
  ])('give the error screen an id or none: %s', async (_where, parts, id) => {
    const shown: unknown[] = [];
    const swap = { showError: (_: unknown, error: unknown) => shown.push(error) };
    await portsWith({ ...parts, swap }).ports.showError(target, thrown, { kind: 'push' });
    expect(shown).toEqual([expect.objectContaining({ status: 500, id })]);
  });
});
