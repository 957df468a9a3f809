import { expect, test } from 'vitest';
import { createRenderingLimit } from '../../../src/serving/http/rendering-limit.ts';

test('a network may render again after a minute, and without limit when the limit is 0', () => {
  let now = 0;
  const [one, any] = [1, 0].map((most) => createRenderingLimit(most, () => now));
  for (let count = 0; count < 20; count++) any!.admit('203.0.113.9');
  one!.admit('203.0.113.9');
  const refused = { code: 'GW_RENDER_LIMIT', status: 429 };
  expect(() => one!.admit('203.0.113.9')).toThrow(expect.objectContaining(refused) as Error);
  now = 60_000;
  expect(() => one!.admit('203.0.113.9')).not.toThrow();
});
