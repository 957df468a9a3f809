import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { planDifferences } from '../../../../src/serving/responses/differences/plan-differences.ts';

/** @param files name without `client/` → its digest; `.br` files have a tenth of the bytes. */
const release = (files: Record<string, string>, bytes = 1_000): Release => {
  const entries = Object.entries(files).map(([file, sha256]) => [
    `client/${file}`,
    { sha256, bytes: file.endsWith('.br') ? bytes / 10 : bytes },
  ]);
  return { app: 'docs', files: Object.fromEntries(entries) as unknown } as Release;
};
const live = release({
  'page.0000000003.js': 'page3',
  'page.0000000003.js.br': 'page3br',
  'same.0000000001.js': 'same1',
  'new.0000000001.js': 'new1',
  'page.0000000004.css': 'css4',
  'photo.0000000002.webp': 'photo2',
});

test('what changed is planned from every earlier version, the newest first; what did not, is new, or is no text, is not', () => {
  const planned = planDifferences(live, [
    release({
      'page.0000000002.js': 'page2',
      'same.0000000001.js': 'same1',
      'photo.0000000001.webp': 'photo1',
    }),
    release({ 'page.0000000001.js': 'page1', 'page.0000000001.css': 'css1', 'gone.0000000001.js': 'gone1' }),
  ]);
  expect(planned).toEqual([
    { dictionary: 'page2', target: 'page3', otherwise: 100 },
    { dictionary: 'page1', target: 'page3', otherwise: 100 },
    { dictionary: 'css1', target: 'css4', otherwise: 1_000 },
  ]);
});

test('the same file of two earlier releases is planned once', () => {
  const before = release({ 'page.0000000002.js': 'page2' });
  expect(planDifferences(live, [before, before])).toHaveLength(1);
});

test('a file larger than a megabyte is left out, as target and as dictionary', () => {
  const large = release({ 'page.0000000002.js': 'page2' }, 2_000_000);
  expect(planDifferences(live, [large])).toEqual([]);
  expect(planDifferences(large, [live])).toEqual([]);
});

test('an app with thousands of scripts has a share of its own', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `chunk${index}`);
  const version = (digit: string): Release =>
    release(Object.fromEntries(names.map((name) => [`${name}.000000000${digit}.js`, `${name}${digit}`])));
  expect(planDifferences(version('2'), [version('1')])).toHaveLength(300);
});
