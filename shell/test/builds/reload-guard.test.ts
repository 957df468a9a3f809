import { describe, expect, it } from 'vitest';
import type { TabStorage } from '@voltframe/kit/react/refusable';
import { createReloadGuard } from '../../src/builds/reload-guard.ts';

function memory(): Pick<TabStorage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value).has(key),
  };
}

describe.each([
  ['with storage', memory()],
  ['where storage refuses', { getItem: () => null, setItem: () => false }],
])('the reload after a chunk failure, %s', (_, storage) => {
  const window = { name: '' };
  let time = 1_000_000;
  /** Each document makes its own. */
  const mayReload = (path: string): boolean => createReloadGuard(storage, window, () => time)(path);

  it('happens once per 10 seconds for a path, whatever other paths do', () => {
    expect(['/a', '/a', '/b', '/a', '/b'].map(mayReload)).toEqual([true, false, true, false, false]);
    time += 10_000;
    expect(mayReload('/a')).toBe(true);
  });
});
