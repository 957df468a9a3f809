import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { createSite, type Site } from '../compositions/site.ts';
import { LIVE_RELOAD_SCRIPT } from '../http/routes/live-reload.ts';
import { countCache, countRenders } from '../operations/count-renders.ts';
import type { Metrics } from '../operations/metrics.ts';
import { createPageService, type PageService } from '../pages/page-service.ts';
import { createRenderPool } from '../render/render-pool.ts';
import type { Storage } from './storage.ts';

/** What visitors are answered from. */
export interface Serving {
  site: Site;
  pages: PageService;
  /** Calls back whenever a render process ended unasked; `recent`: how often within the last minute. */
  onCrash(listener: (compositionId: string, reason: string, recent: number) => void): void;
  close(): void;
}

export interface ServingOptions {
  config: Config;
  storage: Storage;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  now: () => number;
  /** Script of the render process; replaced by tests. */
  renderScript?: string | undefined;
}

export function openServing(options: ServingOptions): Serving {
  const { config, storage, metrics, logger, now, renderScript } = options;
  const listeners: Parameters<Serving['onCrash']>[0][] = [];
  const pool = createRenderPool({
    blobs: storage.blobs,
    limits: config.render,
    now,
    ...(renderScript !== undefined && { script: renderScript }),
    onCrash(id, reason, recent) {
      metrics.renderProcessEnded();
      logger.warn({ composition: id, reason, recent }, 'a render process ended');
      for (const listener of listeners) listener(id, reason, recent);
    },
  });
  const site = createSite({
    state: storage.state,
    blobs: storage.blobs,
    cache: countCache(storage.renderings, metrics),
    pool: countRenders(pool, metrics, now),
    now,
    onLookup: (found) => metrics.cache('document', found),
    ...(storage.listen && { sleep }),
    ...(config.development && { addedScript: LIVE_RELOAD_SCRIPT }),
  });
  return {
    site,
    pages: createPageService({
      now,
      onError: (error, at) => logger.error({ err: error, path: at }, 'a page failed'),
    }),
    onCrash: (listener) => void listeners.push(listener),
    close: () => pool.close(),
  };
}
