import { describe, expect, test } from 'vitest';
import { createCounts } from '../../src/platform/counts.ts';

describe('counts', () => {
  const add = (counts: ReturnType<typeof createCounts<{ times: number }>>, scope: string, key: string) => {
    const cell = counts.cell(scope, key, 2, () => ({ times: 0 }));
    if (cell) cell.times += 1;
    return cell !== undefined;
  };

  test('have a limited number of cells in each scope, and existing cells continue to count', () => {
    const counts = createCounts<{ times: number }>();
    expect(['a', 'b', 'c', 'a'].map((key) => add(counts, 'blog', key))).toEqual([true, true, false, true]);
    expect(add(counts, 'docs', 'c')).toBe(true);
    expect(counts.take()).toEqual([{ times: 2 }, { times: 1 }, { times: 1 }]);
  });

  test('are empty after `take`', () => {
    const counts = createCounts<{ times: number }>();
    for (const key of ['a', 'b', 'b']) add(counts, 'blog', key);
    expect(counts.take()).toEqual([{ times: 1 }, { times: 2 }]);
    expect(counts.take()).toEqual([]);
  });
});
