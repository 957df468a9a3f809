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
  ['without storage', { getItem: () => null, setItem: () => false }],
])('the reload guard %s', (_, storage) => {
  const window = { name: '' };
  let time = 1_000_000;
  /** Each document creates its own guard. */
  const mayReload = (path: string): boolean => createReloadGuard(storage, window, () => time)(path);

  it('allows one reload of a path within 10 seconds, independently of other paths', () => {
    expect(['/a', '/a', '/b', '/a', '/b'].map(mayReload)).toEqual([true, false, true, false, false]);
    time += 10_000;
    expect(mayReload('/a')).toBe(true);
  });
});
