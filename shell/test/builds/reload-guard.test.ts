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
    time += 9_999;
    expect(mayReload('/a')).toBe(false);
    time += 1;
    expect(mayReload('/a')).toBe(true);
    time -= 5_000; // the clock was set back
    expect([mayReload('/a'), mayReload('constructor')]).toEqual([false, true]);
  });
});

it('deletes expired records', () => {
  const window = { name: 'reloads:{"/a":0,"/b":5000}' };
  const refused = { getItem: () => null, setItem: () => false };
  expect(createReloadGuard(refused, window, () => 10_000)('/c')).toBe(true);
  expect(window.name).toBe('reloads:{"/b":5000,"/c":10000}');
});

it.each(['', '{', '[]', 'null', '{"/a":"x"}'])('ignores the malformed records %j', (text) => {
  const storage = { getItem: () => text, setItem: () => true };
  expect(createReloadGuard(storage, { name: '' }, () => 1)('/a')).toBe(true);
});
