import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KB } from '@voltframe/kit/contract/units';
import { expect, test } from 'vitest';
import { PassingMap } from '../../../src/platform/runtime/passing-map.ts';

test('the values are in the order in which they were added, without the deleted ones', () => {
  const map = new PassingMap<string, object>();
  const [one, three] = [{}, {}];
  map.add('one', one);
  map.add('two', {});
  map.add('three', three);
  map.delete('two');
  expect([map.size, map.get('two'), map.get('three')]).toEqual([2, undefined, three]);
  expect(map.values()).toEqual([one, three]);
});

test('deleted values are collected with the young part of the heap, also those of an old map', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  const map = new PassingMap<number, Buffer>();
  const value = () => Buffer.allocUnsafeSlow(100 * KB);
  for (let key = 0; key < 3; key++) map.add(key, value());
  collect();
  const before = process.memoryUsage().arrayBuffers;
  for (let key = 3; key < 100; key++) {
    map.add(key, value());
    map.delete(key - 3);
  }
  collect({ type: 'minor' });
  // Another thread gives the memory back. Some seconds later the whole heap is collected.
  await expect
    .poll(() => process.memoryUsage().arrayBuffers - before, { timeout: 2_000 })
    .toBeLessThan(1_000 * KB);
});
