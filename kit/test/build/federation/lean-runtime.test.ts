import { describe, expect, it } from 'vitest';
import { createContainer } from '../../../src/build/federation/lean-runtime.ts';

type Offers = Record<string, { loaded?: true }>;

/** A container that consumes `react` as module 7 and exposes a page, and the chunks that it loads. */
function container(evaluate: (id: string) => unknown = (id) => `module ${id}`) {
  const loaded: string[] = [];
  const m: Parameters<typeof createContainer>[0]['m'] = {};
  const require = Object.assign(evaluate, {
    m,
    e: async (chunk: string) => void loaded.push(chunk),
  });
  const made = createContainer(require, { './page': ['page', 'fonts', 'view'] }, { 7: 'react' });
  const read = (): unknown => {
    const module = { exports: undefined as unknown };
    m['7']!(module);
    return module.exports;
  };
  return { ...made, read, loaded };
}

/** A share scope with versions of `react`, and the versions that containers requested. */
function scopeOf(versions: Offers) {
  const requested: string[] = [];
  const offers = Object.entries(versions).map(([version, extra]) => {
    const get = async () => (requested.push(version), () => `react ${version}`);
    return [version, { version, get, ...extra }] as const;
  });
  return { scope: { react: Object.fromEntries(offers) }, requested };
}

it('loads all chunks of an expose that shares some with others', async () => {
  const loaded: string[] = [];
  const require = Object.assign((id: string) => id, {
    m: {},
    e: async (chunk: string) => void loaded.push(chunk),
  });
  const made = createContainer(require, { './page': [['shared', 'page'], 'view'] }, {});
  expect([(await made.get('./page'))(), loaded]).toEqual(['view', ['shared', 'page']]);
});

describe('the copy of a shared module', () => {
  it.each<{ which: string; versions: Offers; is: string }>([
    { which: 'a loaded version', versions: { '19.1.0': {}, '19.0.0': { loaded: true } }, is: '19.0.0' },
    {
      which: 'the first version when none is loaded',
      versions: { '18.0.0': {}, '19.0.0': {} },
      is: '18.0.0',
    },
  ])('is $which', async ({ versions, is }) => {
    const { init, read } = container();
    const { scope, requested } = scopeOf(versions);
    await init(scope);
    expect([read(), requested]).toEqual([`react ${is}`, [is]]);
  });

  it('stays the loaded one: the next container uses it, and requests none', async () => {
    const { scope, requested } = scopeOf({ '18.0.0': {}, '19.0.0': {} });
    await container().init(scope);
    const next = container();
    await next.init({ react: { '17.0.0': { get: () => () => 'another' }, ...scope.react } });
    expect([next.read(), requested]).toEqual(['react 18.0.0', ['18.0.0']]);
  });

  it('throws when the host provides none and the module is read', async () => {
    const { init, get, read } = container();
    await init({});
    expect((await get('./page'))()).toBe('module view');
    expect(read).toThrow('Shared module "react" is not provided by the shell');
  });
});

describe('an expose', () => {
  it('evaluates its modules after its chunk has loaded, and returns the last', async () => {
    const evaluated: string[] = [];
    const { get, loaded } = container((id) => (evaluated.push(id), `module ${id}`));
    const make = await get('./page');
    expect([loaded, evaluated]).toEqual([['page'], []]);
    expect([make(), evaluated]).toEqual(['module view', ['fonts', 'view']]);
  });

  it('rejects a module that the container does not expose', async () => {
    const message = 'Module "./other" does not exist in container.';
    await expect(container().get('./other')).rejects.toThrow(message);
  });
});
