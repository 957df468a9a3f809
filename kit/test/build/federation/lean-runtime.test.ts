import { describe, expect, it } from 'vitest';
import { createContainer } from '../../../src/build/federation/lean-runtime.ts';

type Offers = Record<string, { loaded?: true }>;

/** A container that consumes `react` as module 7 and offers a page; what it is asked to load. */
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

/** A share scope with versions of `react`, and which of them were asked for. */
function scopeOf(versions: Offers) {
  const got: string[] = [];
  const offers = Object.entries(versions).map(([version, extra]) => {
    const get = async () => (got.push(version), () => `react ${version}`);
    return [version, { version, get, ...extra }] as const;
  });
  return { scope: { react: Object.fromEntries(offers) }, got };
}

describe('the copy of a shared module', () => {
  it.each<{ which: string; versions: Offers; is: string }>([
    { which: 'one that is in use', versions: { '19.1.0': {}, '19.0.0': { loaded: true } }, is: '19.0.0' },
    { which: 'the first where none is', versions: { '18.0.0': {}, '19.0.0': {} }, is: '18.0.0' },
  ])('is $which', async ({ versions, is }) => {
    const { init, read } = container();
    const { scope, got } = scopeOf(versions);
    await init(scope);
    expect([read(), got]).toEqual([`react ${is}`, [is]]);
  });

  it('is in use from then on: the next container takes the same, and asks nobody', async () => {
    const { scope, got } = scopeOf({ '18.0.0': {}, '19.0.0': {} });
    await container().init(scope);
    const next = container();
    await next.init({ react: { '17.0.0': { get: () => () => 'another' }, ...scope.react } });
    expect([next.read(), got]).toEqual(['react 18.0.0', ['18.0.0']]);
  });

  it('is missed by who uses it where the host has none', async () => {
    const { init, get, read } = container();
    await init({});
    expect((await get('./page'))()).toBe('module view');
    expect(read).toThrow('Shared module "react" is not provided by the shell');
  });
});

describe('an expose', () => {
  it('is the last of its modules, once its chunk is loaded', async () => {
    const evaluated: string[] = [];
    const { get, loaded } = container((id) => (evaluated.push(id), `module ${id}`));
    const make = await get('./page');
    expect([loaded, evaluated]).toEqual([['page'], []]);
    expect([make(), evaluated]).toEqual(['module view', ['fonts', 'view']]);
  });

  it('that the container does not have is an error', async () => {
    const message = 'Module "./other" does not exist in container.';
    await expect(container().get('./other')).rejects.toThrow(message);
  });
});
