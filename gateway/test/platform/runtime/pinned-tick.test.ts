import { expect, test } from 'vitest';
import { pinnedTick } from '../../../src/platform/runtime/pinned-tick.ts';

test('what is kept is what nextTick makes of a call, not the call itself', async () => {
  const pinned = await pinnedTick;
  expect(pinned).toHaveProperty('callback', expect.any(Function));
  expect(Object.getOwnPropertySymbols(pinned).map(String)).toContain('Symbol(async_id_symbol)');
});
