import { describe, expect, it } from 'vitest';
import { type ReloadStorage, createReloadGuard } from '../../src/builds/reload-guard.ts';

function memory(): ReloadStorage {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}
const refusing: ReloadStorage = {
  getItem() {
    throw new Error('refused');
  },
  setItem() {
    throw new Error('refused');
  },
};
const full: ReloadStorage = { ...refusing, getItem: () => null };

describe.each([
  ['with storage', memory()],
  ['without storage', null],
  ['where storage refuses', refusing],
  ['where storage is full', full],
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
