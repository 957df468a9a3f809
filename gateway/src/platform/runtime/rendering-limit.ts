import { gatewayErrors } from '../errors.ts';
import { createNetworkLimit } from './network-limit.ts';

export type RenderingLimit = ReturnType<typeof createRenderingLimit>;

const WINDOW_MS = 60_000;

/** The limit of uncached renderings for a visitor's network. @param most a minute, of a network; 0 = any number. */
export function createRenderingLimit(most: number, now: () => number) {
  const limit = createNetworkLimit({ most, windowMs: WINDOW_MS, now });
  return {
    /**
     * Counts one rendering. @param address of the visitor. @throws GW_RENDER_LIMIT when the limit was already
     * reached.
     */
    admit(address: string): void {
      if (most > 0 && !limit.take(address)) throw gatewayErrors.RENDER_LIMIT({ most });
    },
  };
}
