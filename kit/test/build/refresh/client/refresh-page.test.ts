import { expect, it, vi } from 'vitest';
import { createPageFiles } from '../../../../src/build/refresh/client/page-files.ts';
import {
  createRefreshPage,
  evaluateAnew,
  type Factory,
  type PagePorts,
  putFactories,
  type Runtime,
  type WebpackRequire,
} from '../../../../src/build/refresh/client/refresh-page.ts';

const address = (name: string, n: number, app = 'blog') => `/assets/${app}/${name}.000000000${n}.js`;
const BUILT = { app: 'blog', parents: {} };
/** A composition with these scripts of an app in a version. */
const live = (n: number, names = ['page'], app = 'blog') => ({
  composition: `c${n}`,
  files: Object.fromEntries(names.map((name) => [`/assets/${app}/${name}.js`, address(name, n, app)])),
  apps: {},
});

function openPage(given: Partial<PagePorts> = {}) {
  const evaluated: string[] = [];
  /** Each version of the page is a factory that logs its address. */
  const factory = (url: string): Factory =>
    new Proxy(() => void evaluated.push(url), { get: () => () => url });
  const loaded: string[] = [];
  const webpack = ((id: string) => {
    webpack.m[id]!({}, {}, webpack);
    webpack.c[id] = { exports: { default: () => id } };
  }) as WebpackRequire;
  const load = vi.fn<(chunk: string, promises: Promise<unknown>[]) => void>();
  Object.assign(webpack, { m: { page: factory('first') }, c: {}, f: { j: load } });
  webpack('page');
  evaluated.length = 0;
  const ports = {
    composition: 'c1',
    files: createPageFiles(live(1).files),
    ready: Promise.resolve(),
    importModules: async (url: string) => {
      loaded.push(url);
      return { page: factory(url) };
    },
    isComponent: (value: unknown) => typeof value === 'function',
    hasLoaded: () => true,
    rerender: vi.fn<PagePorts['rerender']>(),
    replaceStylesheets: vi.fn<PagePorts['replaceStylesheets']>(),
    refreshData: vi.fn<PagePorts['refreshData']>(async () => undefined),
    problems: {
      build: vi.fn<PagePorts['problems']['build']>(),
      known: vi.fn<PagePorts['problems']['known']>(),
      browser: vi.fn<PagePorts['problems']['browser']>(),
      renewed: vi.fn<PagePorts['problems']['renewed']>(),
    },
    reload: vi.fn<PagePorts['reload']>(),
    warn: vi.fn<PagePorts['warn']>(),
  };
  const page = createRefreshPage({ ...ports, ...given });
  page.adopt('blog', webpack);
  return { ...ports, page, webpack, evaluated, loaded, load };
}

it('loads and evaluates newer code once, and fetches the data of the page', async () => {
  const { page, loaded, evaluated, rerender, refreshData, reload } = openPage();
  await page.receive(BUILT);
  expect([loaded, refreshData.mock.calls]).toEqual([[], []]);
  await page.receive(live(2));
  await page.receive(live(2));
  expect([loaded, evaluated]).toEqual([[address('page', 2)], [address('page', 2)]]);
  expect(rerender).toHaveBeenCalledOnce();
  expect(refreshData).toHaveBeenCalledExactlyOnceWith('c2');
  expect(reload).not.toHaveBeenCalled();
});

it('waits for the hydration, and then applies only the newest composition', async () => {
  let hydrated = (): void => {};
  const { page, evaluated, loaded } = openPage({ ready: new Promise<void>((done) => (hydrated = done)) });
  const done = [live(2), live(3)].map(page.receive);
  await new Promise(setImmediate);
  expect(loaded).toEqual([]);
  hydrated();
  await Promise.all(done);
  expect(evaluated).toEqual([address('page', 3)]);
});

it('does nothing for the composition of its document', async () => {
  const { page, reload, refreshData } = openPage();
  await page.receive(live(1));
  expect([reload, refreshData].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('does not reload for a script of a production build that the page has not loaded, until it loads the script', async () => {
  let asked = false;
  const { page, reload, refreshData } = openPage({ hasLoaded: () => asked });
  await page.receive(live(2, ['terms'], 'legal'));
  expect(refreshData).toHaveBeenCalledExactlyOnceWith('c2');
  expect(reload).not.toHaveBeenCalled();
  asked = true;
  await page.viewed();
  expect(reload).toHaveBeenCalledExactlyOnceWith('/assets/legal/terms.js changed');
});

it.each([
  ['the container', live(2, ['page', 'blog'])],
  ['the shell', live(2, ['main'], 'shell')],
])('reloads once for a change of %s', async (_, event) => {
  const { page, reload, webpack } = openPage();
  page.adopt('shell', Object.assign((() => {}) as never, { m: {}, c: {} }));
  await page.receive(event);
  expect(reload).toHaveBeenCalledOnce();
  expect(webpack.c['page']).toBeDefined();
});

it('reloads when the data of the page cannot be fetched', async () => {
  const { page, reload } = openPage({ refreshData: async () => 'it shows no page' });
  await page.receive({ composition: 'c2', files: {}, apps: {} });
  expect(reload).toHaveBeenCalledExactlyOnceWith('it shows no page');
});

it('updates an app that enters the page after its release, and no other', async () => {
  const { page, loaded, reload } = openPage({ hasLoaded: () => loaded.length > 0 });
  await page.receive(live(2, ['terms'], 'legal'));
  expect(loaded).toEqual([]);
  page.adopt('legal', Object.assign((() => {}) as never, { m: {}, c: {}, f: {} }));
  await page.viewed();
  expect(loaded).toEqual([address('terms', 2, 'legal')]);
  expect(reload).not.toHaveBeenCalled();
});

it('loads chunks that the page did not need before from the live release', async () => {
  const { page, webpack, loaded, load } = openPage();
  await page.receive(live(2, ['late']));
  loaded.length = 0;
  const promises: Promise<unknown>[] = [];
  webpack.f!.j!('late', promises);
  webpack.f!.j!('other', promises);
  await Promise.all(promises);
  expect(loaded).toEqual([address('late', 2)]);
  expect(load).toHaveBeenCalledExactlyOnceWith('other', promises);
});

const problem = { app: 'blog', message: 'list.tsx:3' };

it('reports a failed build until the next one, and errors of newer code', async () => {
  const { page, problems, reload } = openPage();
  await page.receive({ app: 'blog', problem });
  await page.receive(BUILT);
  expect(problems.build.mock.calls).toEqual([
    ['blog', problem],
    ['blog', undefined],
  ]);
  const throwing = openPage({
    importModules: async () => ({
      page: () => {
        throw 'half a thought';
      },
    }),
  });
  await throwing.page.receive(live(2));
  expect(throwing.problems.browser).toHaveBeenLastCalledWith('half a thought');
  expect([reload.mock.calls, throwing.reload.mock.calls]).toEqual([[], []]);
});

it('removes the errors of older code after newer code has run, and not for the same code', async () => {
  const { page, problems } = openPage();
  await page.receive(live(2));
  await page.receive({ ...live(2), composition: 'c3' });
  expect(problems.renewed).toHaveBeenCalledOnce();
});

it('reports the problems of the gateway before the page is hydrated', async () => {
  const { page, problems } = openPage({ ready: new Promise(() => {}) });
  const event = { token: 'secret', problems: [problem] };
  await page.receive(event);
  expect(problems.known).toHaveBeenCalledExactlyOnceWith(event);
  const types = { app: 'blog', types: [problem] };
  await page.receive(types);
  expect(problems.known).toHaveBeenLastCalledWith(types);
});

it('applies the next update after one that failed to load', async () => {
  const importModules = vi
    .fn<PagePorts['importModules']>()
    .mockRejectedValueOnce('gone')
    .mockResolvedValue({});
  const { page, problems } = openPage({ importModules });
  await page.receive(live(2));
  expect(problems.browser).toHaveBeenLastCalledWith('gone');
  await page.receive(live(3));
  expect(problems.renewed).toHaveBeenCalledTimes(2);
  expect(importModules).toHaveBeenCalledTimes(2);
});

it('fetches the data of a page after a navigation once a newer composition is live', async () => {
  const { page, refreshData } = openPage();
  await page.viewed();
  expect(refreshData).not.toHaveBeenCalled();
  await page.receive({ composition: 'c2', files: {}, apps: {} });
  await page.viewed();
  expect(refreshData.mock.calls).toEqual([['c2'], ['c2']]);
});

const PARENTS = { helper: ['card', 'unused'], card: ['page'], leaf: ['card'], page: ['container'] };
/** The exports of modules. Components are functions. */
const MODULES: Record<string, () => object> = {
  page: () => ({ default: () => 'page' }),
  card: () => ({ Card: () => 'card', label: 'a helper beside it' }),
  leaf: () => ({ Leaf: () => 'leaf' }),
  helper: () => ({ label: 'text' }),
  guard: () => ({ pass: 'no component' }),
};

function runtimeOf(evaluated = ['page', 'card', 'leaf', 'helper', 'guard']) {
  const log: string[] = [];
  const require = ((id: string) => {
    log.push(id);
    require.m[id]!({}, {}, require);
    require.c[id] = { exports: MODULES[id]!() as Record<string, unknown> };
  }) as WebpackRequire;
  const nothing: Factory = () => {};
  Object.assign(require, { m: Object.fromEntries(evaluated.map((id) => [id, nothing])), c: {} });
  for (const id of evaluated) require(id);
  log.length = 0;
  const runtime: Runtime = { require, unfinished: new Set() };
  const apply = (changed: string[]) =>
    evaluateAnew(runtime, changed, PARENTS, (value) => typeof value === 'function');
  return { runtime, require, log, apply };
}

it('replaces only the factories that differ', () => {
  const { require } = runtimeOf();
  const newer: Factory = () => void 'newer';
  expect(putFactories(require, { page: () => {}, leaf: newer })).toEqual(['leaf']);
  expect(require.m['leaf']).toBe(newer);
});

it.each([
  ['a module that exports only components', ['leaf'], ['leaf']],
  ['the nearest importer of a module that exports more', ['helper'], ['page']],
  ['one page for several changed modules', ['helper', 'card'], ['page']],
  ['no module that the page has not used', ['elsewhere'], []],
])('evaluates %s again', (_, changed, evaluated) => {
  const { apply, log, require } = runtimeOf();
  expect(apply(changed)).toBeUndefined();
  expect(log).toEqual(evaluated);
  // Removed modules are evaluated again by their importers.
  expect(Object.keys(require.c)).not.toContain(changed.includes('helper') ? 'card' : 'elsewhere');
});

it('returns a reason to load the page again when no importer accepts the change', () => {
  const { apply, log } = runtimeOf();
  expect(apply(['guard'])).toBe('nothing above module guard takes it');
  expect(log).toEqual([]);
});

it('returns a reason to load the page again when a module of components exports more', () => {
  const { apply, require } = runtimeOf();
  require.c['helper'] = { exports: { Helper: () => 'was a component' } };
  expect(apply(['helper'])).toBe('module helper exports more than components now');
});

it('evaluates a module that threw again with the next update', () => {
  const { apply, require, runtime, log } = runtimeOf();
  require.m['leaf'] = () => {
    throw new Error('half a thought');
  };
  expect(() => apply(['leaf'])).toThrow('half a thought');
  expect([...runtime.unfinished]).toEqual(['leaf']);
  require.m['leaf'] = () => {};
  log.length = 0;
  expect(apply(['leaf'])).toBeUndefined();
  expect([log, runtime.unfinished.size]).toEqual([['leaf'], 0]);
});
