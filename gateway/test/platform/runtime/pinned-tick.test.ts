import { expect, test } from 'vitest';
import { pinnedTick } from '../../../src/platform/runtime/pinned-tick.ts';

test('the pinned object is the one that nextTick creates for a call, not the callback', async () => {
  const pinned = await pinnedTick;
  expect(pinned).toHaveProperty('callback', expect.any(Function));
  expect(Object.getOwnPropertySymbols(pinned).map(String)).toContain('Symbol(async_id_symbol)');
});
