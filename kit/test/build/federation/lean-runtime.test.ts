import { describe, expect, it } from 'vitest';
import runtime from '../../../src/build/federation/lean-runtime.ts';

const { bundlerRuntime } = runtime;
type Require = Parameters<typeof bundlerRuntime.installInitialConsumes>[0]['webpackRequire'];
type Consumed = Require['consumesLoadingData']['moduleIdToConsumeDataMapping'][string];
type Versions = Record<string, { loaded?: true }>;

/** What webpack hands to its runtime, in a container that consumes `react` as module 7. */
function container(versions: Versions | undefined, consumed: Partial<Consumed> = {}) {
  const got: string[] = [];
  const offers = Object.entries(versions ?? {}).map(([version, extra]) => {
    const get = () => (got.push(version), () => `react ${version}`);
    return [version, { version, get, ...extra }] as const;
  });
  const data: Consumed = { shareKey: 'react', shareScope: ['default'], ...consumed };
  const webpackRequire = {
    S: { default: { react: Object.fromEntries(offers) } },
    m: {},
    c: {},
    o: (object: object, key: string) => Object.hasOwn(object, key),
    federation: { initOptions: { name: 'blog' } },
    consumesLoadingData: {
      moduleIdToConsumeDataMapping: { 7: data },
      initialConsumes: ['7'],
      chunkMapping: { page: ['7'] },
    },
  } as Require;
  const read = (): unknown => {
    const module = { exports: undefined as unknown };
    webpackRequire.m['7']!(module);
    return module.exports;
  };
  return { webpackRequire, got, read };
}

describe('the copy of a shared module', () => {
  it.each<{ which: string; versions: Versions; consumed: Partial<Consumed>; is: string }>([
    {
      which: 'one that is loaded',
      versions: { '19.1.0': {}, '19.0.0': { loaded: true } },
      consumed: {},
      is: '19.0.0',
    },
    {
      which: 'one in the range',
      versions: { '18.9.0': {}, '19.2.0': {} },
      consumed: { requiredVersion: '^19.1.0' },
      is: '19.2.0',
    },
    {
      which: 'a later patch',
      versions: { '19.1.0': {}, '19.1.3': {} },
      consumed: { requiredVersion: '^19.1.2' },
      is: '19.1.3',
    },
    {
      which: 'any of a singleton',
      versions: { '18.0.0': {} },
      consumed: { requiredVersion: '^19.0.0', singleton: true },
      is: '18.0.0',
    },
  ])('is $which', ({ versions, consumed, is }) => {
    const { webpackRequire, read } = container(versions, consumed);
    bundlerRuntime.installInitialConsumes({ webpackRequire });
    expect(read()).toBe(`react ${is}`);
  });

  it('is the fallback where none fits, and an error that names it where there is no fallback', () => {
    const own = container({ '18.0.0': {} }, { requiredVersion: '^19.0.0', fallback: () => () => 'own' });
    bundlerRuntime.installInitialConsumes({ webpackRequire: own.webpackRequire });
    expect(own.read()).toBe('own');
    const none = container({ '18.0.0': {} }, { requiredVersion: '^19.0.0' });
    bundlerRuntime.installInitialConsumes({ webpackRequire: none.webpackRequire });
    expect(() => none.read()).toThrow('Shared module "react" is not provided by the shell');
  });

  it('is asked for once, however many chunks wait for it', async () => {
    const { webpackRequire, got, read } = container({ '19.0.0': {} });
    const installedModules = {};
    const promises: Promise<unknown>[] = [];
    for (let n = 0; n < 2; n++)
      bundlerRuntime.consumes({ webpackRequire, chunkId: 'page', promises, installedModules });
    await Promise.all(promises);
    bundlerRuntime.consumes({ webpackRequire, chunkId: 'page', promises, installedModules });
    expect([got, promises.length, read()]).toEqual([['19.0.0'], 2, 'react 19.0.0']);
  });

  it('is asked for again after it could not be had', async () => {
    const { webpackRequire, read } = container(undefined);
    const installedModules: Record<string, Promise<unknown> | 0> = {};
    const ask = async () => {
      const promises: Promise<unknown>[] = [];
      bundlerRuntime.consumes({ webpackRequire, chunkId: 'page', promises, installedModules });
      await Promise.all(promises);
    };
    await ask();
    expect(() => read()).toThrow('not provided');
    const get = () => () => 'late';
    webpackRequire.S!['default']!['react'] = { '19.0.0': { version: '19.0.0', get } };
    await ask();
    expect(read()).toBe('late');
  });
});

describe('a container', () => {
  it('puts what it shares into the scope, and leaves what is there', () => {
    const { webpackRequire } = container({ '19.0.0': { loaded: true } });
    const there = webpackRequire.S!['default']!['react']!['19.0.0'];
    const shared = (version: string) => ({
      version,
      scope: ['default'],
      get: () => () => 1,
      shareConfig: { eager: true },
    });
    webpackRequire.federation.initOptions.shared = { react: [shared('19.0.0'), shared('19.1.0')] };
    bundlerRuntime.init({ webpackRequire });
    const { react } = webpackRequire.S!['default']!;
    expect(react!['19.0.0']).toBe(there);
    expect(react!['19.1.0']).toMatchObject({ from: 'blog', loaded: 1, strategy: 'loaded-first' });
  });

  it("joins its host's scope: the host's copies stay, its own are added", () => {
    const { webpackRequire } = container({ '19.0.0': {}, '20.0.0': {} });
    const host = { version: '19.0.0', get: () => () => 'host' };
    const shareScope = { react: { '19.0.0': host } };
    bundlerRuntime.initContainerEntry({ webpackRequire, shareScope, shareScopeKey: 'default' });
    expect(webpackRequire.S!['default']).toBe(shareScope);
    expect(shareScope.react['19.0.0']).toBe(host);
    expect(Object.keys(shareScope.react)).toEqual(['19.0.0', '20.0.0']);
  });
});
