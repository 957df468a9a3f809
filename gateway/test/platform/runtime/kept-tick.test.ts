import { expect, test } from 'vitest';
import { keptTick } from '../../../src/platform/runtime/kept-tick.ts';

test('what is kept is what nextTick makes of a call, not the call itself', async () => {
  const kept = await keptTick;
  expect(kept).toHaveProperty('callback', expect.any(Function));
  expect(Object.getOwnPropertySymbols(kept).map(String)).toContain('Symbol(async_id_symbol)');
});
