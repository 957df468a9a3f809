import { expect, test } from 'vitest';
import { countCache } from '../../src/operations/count-cache.ts';

test('a counted cache is asked exactly as it was: also whether the disk may have it', async () => {
  const asked: unknown[][] = [];
  const counted: unknown[][] = [];
  const never = async () => undefined;
  const cache = countCache(
    {
      get: async (...args) => void asked.push(args),
      latest: never,
      put: never,
      drop: never,
      prune: never,
    },
    { cache: (...args) => void counted.push(args) },
  );
  const lookup = () => '';
  await cache.get('key', lookup, false);
  expect(asked).toEqual([['key', lookup, false]]);
  expect(counted).toEqual([['rendering', false]]);
});
