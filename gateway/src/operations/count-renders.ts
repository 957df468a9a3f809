import type { RenderCache } from '../render/render-cache.ts';
import type { RenderProcess } from '../render/render-process.ts';
import type { RenderPool } from '../render/render-pool.ts';
import type { Metrics } from './metrics.ts';

/** The same pool; calls of its processes are counted and timed. */
export function countRenders(
  pool: RenderPool,
  metrics: Pick<Metrics, 'render'>,
  now: () => number,
): RenderPool {
  const counted = (process: RenderProcess): RenderProcess => ({
    ...process,
    async call(type, request) {
      const started = now();
      let ok = false;
      try {
        const result = await process.call(type, request);
        ok = true;
        return result;
      } finally {
        metrics.render(type, ok, now() - started);
      }
    },
  });
  return {
    ...pool,
    hold: (loaded) => counted(pool.hold(loaded)),
    borrow: (loaded) => counted(pool.borrow(loaded)),
  };
}

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
