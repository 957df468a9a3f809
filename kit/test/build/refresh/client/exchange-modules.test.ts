import { expect, it } from 'vitest';
import {
  type Runtime,
  evaluateAnew,
  putFactories,
  type Factory,
  type WebpackRequire,
} from '../../../../src/build/refresh/client/exchange-modules.ts';

const PARENTS = { helper: ['card', 'unused'], card: ['page'], leaf: ['card'], page: ['container'] };
/** What a module exports: components are functions. */
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

it('takes only the factories that differ', () => {
  const { require } = runtimeOf();
  const newer: Factory = () => void 'newer';
  expect(putFactories(require, { page: () => {}, leaf: newer })).toEqual(['leaf']);
  expect(require.m['leaf']).toBe(newer);
});

it.each([
  ['a module of components alone', ['leaf'], ['leaf']],
  ['what is nearest above one that has more', ['helper'], ['page']],
  ['one page for several changes', ['helper', 'card'], ['page']],
  ['nothing that the page has not used', ['elsewhere'], []],
])('evaluates anew %s', (_, changed, evaluated) => {
  const { apply, log, require } = runtimeOf();
  expect(apply(changed)).toBeUndefined();
  expect(log).toEqual(evaluated);
  // The others are evaluated where those import them.
  expect(Object.keys(require.c)).not.toContain(changed.includes('helper') ? 'card' : 'elsewhere');
});

it('says why the page has to load again where nothing takes a change', () => {
  const { apply, log } = runtimeOf();
  expect(apply(['guard'])).toBe('nothing above module guard takes it');
  expect(log).toEqual([]);
});

it('says so too where a module of components has become more than that', () => {
  const { apply, require } = runtimeOf();
  require.c['helper'] = { exports: { Helper: () => 'was a component' } };
  expect(apply(['helper'])).toBe('module helper exports more than components now');
});

it('tries a module that threw again with the next update', () => {
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
