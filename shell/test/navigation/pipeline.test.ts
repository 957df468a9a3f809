import { describe, expect, it } from 'vitest';
import { redirect } from '@voltframe/kit/contract/page/redirect';
import type { ClientRoute } from '@voltframe/kit/contract/page/page-data';
import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import type { GuardResult } from '@voltframe/kit/contract/page/page-server';
import {
  type Loaded,
  type PipelinePorts,
  type Shown,
  type Step,
  createPipeline,
} from '../../src/navigation/pipeline.ts';
import { settle } from '@voltframe/kit/testing/fake-clock';
import { placeUrl, toPlace } from '../../src/navigation/place.ts';

const route = (id: string, path: string): ClientRoute => {
  return { id, app: 'blog', path, expose: `./pages/${id}`, js: [], css: [], prerender: true, guards: [] };
};
const ROUTES = [
  route('home', '/'),
  route('list', '/blog'),
  route('post', '/blog/:slug'),
  { ...route('items', '/items'), loads: ['page', 'sort'] },
];

type Guard = (to: string) => GuardResult | Promise<GuardResult>;

interface Setup {
  at?: string;
  guards?: Partial<Record<Step, Guard | Guard[]>>;
  rules?: Record<string, string>;
  load?: (url: string) => Loaded<string> | Promise<Loaded<string>>;
  update?: ReturnType<PipelinePorts<string>['update']>;
  online?: boolean;
}

/** A pipeline with fake ports, which record their calls. */
function setUp({ at = '/', guards = {}, rules = {}, load, update = null, online = true }: Setup) {
  const events: string[] = [];
  let whenOnline: () => void = () => {};
  let shown: Shown = {
    ...toPlace(at),
    routeId: matchRoute(ROUTES, at)?.route.id ?? null,
    params: {},
    error: false,
  };
  const show = (target: Parameters<PipelinePorts<string>['confirm']>[0], error = false): void => {
    shown = { ...target, routeId: target.match?.route.id ?? null, params: {}, error };
  };
  const ports: PipelinePorts<string> = {
    shown: () => shown,
    match: (path) => matchRoute(ROUTES, path),
    resolve: toPlace,
    resolveExternal(to) {
      if (to.startsWith('javascript:')) throw new Error('unsafe');
      return to;
    },
    redirectOf: ({ path }) =>
      rules[path] ? { to: rules[path], external: rules[path].startsWith('https:') } : null,
    async checks(step, target) {
      events.push(step);
      return [guards[step] ?? []].flat().map((guard) => ({ name: step, run: () => guard(placeUrl(target)) }));
    },
    async repaint() {
      events.push('repaint');
    },
    async unmatched() {
      return {
        type: 'error',
        error: { status: 404, code: 'SITE_PAGE_NOT_FOUND', message: 'none', fatal: false },
      };
    },
    update: () => update,
    isOnline: () => online,
    waitForNetwork: (task) => void (whenOnline = task),
    async load(target) {
      events.push('load');
      return (await load?.(placeUrl(target))) ?? { type: 'page', page: placeUrl(target) };
    },
    move(target) {
      events.push(`move ${placeUrl(target)}`);
      show(target);
    },
    async confirm(target, page, { kind }) {
      events.push(`${kind} ${page}`);
      show(target);
    },
    async showError(target, error) {
      events.push(`error ${(error as Error).message}`);
      show(target, true);
    },
    loadDocument: (url, { kind }) => events.push(`document ${url} ${kind}`),
    restore: (delta) => events.push(`restore ${delta}`),
    again: (target) => events.push(`again ${placeUrl(target)}`),
    started: () => events.push('started'),
    ended: () => events.push('ended'),
    log: (error) => events.push(`log ${(error as Error).message}`),
  };
  const pipeline = createPipeline(ports);
  const go = (url: string, kind: 'push' | 'replace' = 'push') => pipeline.navigate(toPlace(url), { kind });
  const back = (url: string, delta = -1) => pipeline.navigate(toPlace(url), { kind: 'pop', delta });
  const reconnect = async (): Promise<void> => {
    online = true;
    whenOnline();
    await settle();
  };
  return { events, go, back, reconnect };
}

const steps = (events: string[]): string[] =>
  events.filter((event) => event !== 'started' && event !== 'ended');

describe('the sequence of a navigation', () => {
  it('runs leave, global, enter, then loads, then confirms', async () => {
    const { events, go } = setUp({});
    expect(await go('/blog')).toBe('confirmed');
    expect(events).toEqual(['started', 'leave', 'global', 'enter', 'repaint', 'load', 'push /blog', 'ended']);
  });

  it('runs update checks instead of enter checks between pages of one route', async () => {
    const { events, go } = setUp({ at: '/blog/a' });
    await go('/blog/b');
    expect(steps(events)).toEqual(['leave', 'global', 'update', 'repaint', 'load', 'push /blog/b']);
  });

  it('loads nothing when only the query changes', async () => {
    const { events, go } = setUp({ at: '/blog' });
    expect(await go('/blog?tag=a')).toBe('confirmed');
    expect(steps(events)).toEqual(['global', 'update', 'move /blog?tag=a']);
  });

  it.each([
    ['/items', '/items?page=2', true],
    ['/items?page=2&sort=a', '/items?sort=a&page=2', false],
    ['/items?page=2', '/items?page=2&view=grid', false],
    ['/items?page=2', '/items', true],
    ['/items?page=2', '/items?page=2#end', false],
  ])('from %s to %s loads only for a parameter that the loader reads', async (at, to, loads) => {
    const { events, go } = setUp({ at: '/' });
    await go(at);
    events.length = 0;
    expect(await go(to)).toBe('confirmed');
    expect([events.includes('load'), events.includes('leave')]).toEqual([loads, false]);
  });

  it('runs only global checks when only the hash changes', async () => {
    const { events, go } = setUp({ at: '/blog' });
    await go('/blog#end');
    expect(steps(events)).toEqual(['global', 'move /blog#end']);
  });

  it('only scrolls when the target is the current place', async () => {
    const { events, go } = setUp({ at: '/blog' });
    expect(await go('/blog')).toBe('duplicated');
    expect(events).toEqual(['again /blog', 'ended']);
  });
});

describe.each(['leave', 'global', 'enter'] as const)('a %s check', (step) => {
  it('cancels: nothing is loaded', async () => {
    const { events, go } = setUp({ guards: { [step]: () => false } });
    expect(await go('/blog')).toBe('aborted');
    expect(events).not.toContain('load');
  });

  it('restores the history when it cancels a move in it', async () => {
    const { events, back } = setUp({ guards: { [step]: () => false } });
    expect(await back('/blog', -2)).toBe('aborted');
    expect(events).toContain('restore -2');
  });

  it('redirects to a new navigation', async () => {
    const { events, go } = setUp({
      guards: { [step]: (to: string) => (to === '/blog' ? '/blog/a' : undefined) },
    });
    expect(await go('/blog')).toBe('redirected');
    expect(events.at(-2)).toBe('push /blog/a');
    expect(events.filter((event) => event === 'leave')).toHaveLength(2);
  });

  it('only logs an error that is not fatal', async () => {
    const { events, back } = setUp({ guards: { [step]: () => new Error('no') } });
    expect(await back('/blog')).toBe('failed');
    expect(steps(events).slice(-2)).toEqual(['log no', 'restore -1']);
  });

  it('shows the error screen when its error is fatal', async () => {
    const error = Object.assign(new Error('bad'), { fatal: true });
    const { events, go } = setUp({ guards: { [step]: () => Promise.reject(error) } });
    expect(await go('/blog')).toBe('failed');
    expect(events).toContain('error bad');
  });
});

describe('the result of a guard', () => {
  it.each([
    [undefined, 'confirmed', 'push /blog'],
    [true, 'confirmed', 'push /blog'],
    [{ to: '/blog/a', replace: true }, 'redirected', 'replace /blog/a'],
    [{ to: 'https://a.example', external: true }, 'document', 'document https://a.example push'],
  ])('%j has the outcome %s: %s', async (result, outcome, event) => {
    const { events, go } = setUp({ guards: { enter: (to) => (to === '/blog' ? result : undefined) } });
    expect(await go('/blog')).toBe(outcome);
    expect(events).toContain(event);
  });

  it.each([
    ['returned', () => redirect('/blog/a')],
    ['thrown', () => Promise.reject(redirect('/blog/a'))],
  ])('that is a %s `redirect()` leads on', async (_, answer) => {
    const { events, go } = setUp({ guards: { enter: (to) => (to === '/blog' ? answer() : undefined) } });
    expect(await go('/blog')).toBe('redirected');
    expect(events).toContain('push /blog/a');
  });

  it('that is thrown without `fatal` is hidden behind an error that names the guard', async () => {
    const { events, go } = setUp({ guards: { enter: () => Promise.reject(new Error('secret')) } });
    expect(await go('/blog')).toBe('failed');
    expect(events).toContain("log The route middleware 'enter' failed");
  });

  it('decides before the guards after it run, and so does a newer navigation', async () => {
    const ran: string[] = [];
    const last = (to: string) => void ran.push(to);
    expect(await setUp({ guards: { enter: [() => true, () => false, last] } }).go('/blog')).toBe('aborted');
    const newer: Guard = (to) => void (to === '/blog' && go('/blog/a'));
    const { go } = setUp({ guards: { enter: [newer, last] } });
    expect(await go('/blog')).toBe('cancelled');
    await settle();
    expect(ran).toEqual(['/blog/a']);
  });
});

describe('a redirect', () => {
  it('of route rules follows the leave checks and precedes all others', async () => {
    const { events, go } = setUp({ rules: { '/old': '/blog' } });
    expect(await go('/old')).toBe('redirected');
    expect(steps(events)).toEqual(['leave', 'leave', 'global', 'enter', 'repaint', 'load', 'push /blog']);
  });

  it('to another site loads a document, and the page stays in the history', async () => {
    const { events, go } = setUp({ rules: { '/old': 'https://example.com/' } });
    expect(await go('/old')).toBe('document');
    expect(events).toContain('document https://example.com/ push');
  });

  it.each(['replace', 'back'] as const)('to another site replaces the entry (%s)', async (kind) => {
    const { events, go, back } = setUp({ rules: { '/old': 'https://example.com/' } });
    await (kind === 'back' ? back('/old') : go('/old', 'replace'));
    expect(events).toContain('document https://example.com/ replace');
  });

  it('to another site does not bypass a leave check', async () => {
    const { events, go } = setUp({
      rules: { '/old': 'https://example.com/' },
      guards: { leave: () => false },
    });
    expect(await go('/old')).toBe('aborted');
    expect(events.join()).not.toContain('document');
  });

  it('to a protocol that runs code fails', async () => {
    const target = { to: 'javascript:alert(1)', external: true };
    const { events, go } = setUp({ guards: { enter: () => target } });
    expect(await go('/blog')).toBe('failed');
    expect(events).toContain('log unsafe');
    expect(events.join()).not.toContain('document');
  });

  it('after a move in the history replaces the entry', async () => {
    const { events, back } = setUp({ rules: { '/old': '/blog' } });
    await back('/old');
    expect(events).toContain('replace /blog');
  });

  it('after 20 others fails with an error that names the target', async () => {
    const chain = (length: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length }, (_, i) => [`/r${i}`, i === length - 1 ? '/blog' : `/r${i + 1}`]),
      );
    expect(await setUp({ rules: chain(20) }).go('/r0')).toBe('redirected');
    const { events, go } = setUp({ rules: chain(21) });
    expect(await go('/r0')).toBe('failed');
    expect(events).toContain('error Too many redirects: /r0');
  });

  it('of the server in place of data is followed', async () => {
    const { events, go } = setUp({
      load: (url) =>
        url === '/blog' ? { type: 'redirect', to: '/', external: false } : { type: 'page', page: url },
      at: '/blog/a',
    });
    expect(await go('/blog')).toBe('redirected');
    expect(events).toContain('push /');
  });

  it('to the current place ends there', async () => {
    const { events, back } = setUp({ guards: { enter: () => '/' } });
    expect(await back('/blog')).toBe('redirected');
    expect(events).toContain('restore -1');
  });
});

describe('loading', () => {
  it('shows the error screen for a path without a route, at its address', async () => {
    const { events, go } = setUp({});
    expect(await go('/nowhere')).toBe('failed');
    expect(events).toContain('error none');
  });

  it('restores the page when an error screen is left for the same address', async () => {
    const { events, go } = setUp({});
    await go('/nowhere');
    expect(await go('/')).toBe('confirmed');
    expect(events).toContain('push /');
  });

  it('loads a document when the loader returns "document"', async () => {
    const { events, go } = setUp({ load: () => ({ type: 'document' }) });
    expect(await go('/blog?x=1')).toBe('document');
    expect(events).toContain('document /blog?x=1 push');
  });

  it('loads a newer build with a confirmed navigation', async () => {
    const { events, go } = setUp({ update: 'document' });
    expect(await go('/blog')).toBe('document');
    expect(events).not.toContain('load');
  });

  it('does not load a newer build with a cancelled one', async () => {
    const { events, go } = setUp({ update: 'document', guards: { enter: () => false } });
    expect(await go('/blog')).toBe('aborted');
    expect(events.join()).not.toContain('document');
  });

  it('does not load a newer build for a place on the same page', async () => {
    const { go } = setUp({ update: 'document', at: '/blog' });
    expect(await go('/blog#end')).toBe('confirmed');
  });
});

describe('a newer navigation', () => {
  it('cancels the older one', async () => {
    let release = (): void => {};
    const { events, go } = setUp({
      load: (url) =>
        url === '/blog'
          ? new Promise((resolve) => {
              release = () => resolve({ type: 'page', page: url });
            })
          : { type: 'page', page: url },
    });
    const first = go('/blog');
    await new Promise((resolve) => setTimeout(resolve, 0));
    const second = await go('/blog/a');
    release();
    expect([await first, second]).toEqual(['cancelled', 'confirmed']);
    expect(events).not.toContain('push /blog');
    expect(events.filter((event) => event === 'ended')).toHaveLength(1);
  });

  it('to the current page cancels the older one and its progress bar', async () => {
    const { events, go } = setUp({ load: () => new Promise(() => undefined) });
    void go('/blog');
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(await go('/')).toBe('duplicated');
    expect(events.at(-1)).toBe('ended');
  });
});

describe('a newer build that the visitor refuses', () => {
  it('aborts the navigation', async () => {
    const { events, go } = setUp({ update: 'cancel' });
    expect(await go('/blog')).toBe('aborted');
    expect(steps(events)).toEqual(['leave', 'global', 'enter', 'repaint']);
  });

  it('restores a move in the history', async () => {
    const { events, back } = setUp({ update: 'cancel' });
    expect(await back('/blog')).toBe('aborted');
    expect(steps(events).at(-1)).toBe('restore -1');
  });
});

describe('a page that is not loaded while there is no network', () => {
  const load = (): Loaded<string> => ({ type: 'document' });

  it('aborts the navigation, and retries it when the network is back', async () => {
    const answers: Loaded<string>[] = [load(), { type: 'page', page: '/blog' }];
    const { events, go, reconnect } = setUp({ online: false, load: () => answers.shift()! });
    expect(await go('/blog')).toBe('aborted');
    expect(events.join()).not.toContain('document');
    await reconnect();
    expect(steps(events).at(-1)).toBe('push /blog');
  });

  it('is pushed after a move in the history, which was restored', async () => {
    const answers: Loaded<string>[] = [load(), { type: 'page', page: '/blog' }];
    const { events, back, reconnect } = setUp({ online: false, load: () => answers.shift()! });
    expect(await back('/blog')).toBe('aborted');
    expect(steps(events).at(-1)).toBe('restore -1');
    await reconnect();
    expect(steps(events).at(-1)).toBe('push /blog');
  });
});
