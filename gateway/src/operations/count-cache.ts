import type { RenderCache } from '../render/cache/render-cache.ts';
import type { Metrics } from './metrics.ts';

/** The same cache; what is found in it, and what not, is counted. */
export function countCache(cache: RenderCache, metrics: Pick<Metrics, 'cache'>): RenderCache {
  return {
    ...cache,
    async get<Value>(...asked: Parameters<RenderCache['get']>) {
      const found = await cache.get<Value>(...asked);
      metrics.cache('rendering', found !== undefined);
      return found;
    },
  };
}
