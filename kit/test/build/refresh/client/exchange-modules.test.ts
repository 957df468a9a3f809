import { expect, it } from 'vitest';
import {
  type Runtime,
  evaluateAnew,
  putFactories,
  type Factory,
  type WebpackRequire,
} from '../../../../src/build/refresh/client/exchange-modules.ts';

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
