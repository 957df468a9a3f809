import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { createNetworkLimit } from '../../platform/runtime/attempt-limit.ts';
import { servingErrors } from '../serving-errors.ts';

/** The limit of uncached renderings for a visitor's network. */
export interface RenderingLimit {
  /**
   * Counts one rendering. @param address of the visitor. @throws GW_RENDER_LIMIT when the limit was already
   * reached.
   */
  admit(address: string): void;
}

/** @param most a minute, of a network; 0 = any number. @param now ms since the epoch. */
export function createRenderingLimit(most: number, now: () => number): RenderingLimit {
  const limit = createNetworkLimit({ most, windowMs: MINUTE_MS, now });
  return {
    admit(address) {
      if (most > 0 && !limit.take(address)) throw servingErrors.RENDER_LIMIT({ most });
    },
  };
}
