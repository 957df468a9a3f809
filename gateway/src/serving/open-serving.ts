import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/settings/config.ts';
import { Site } from './compositions/site.ts';
import { createDifferences, type Differences } from './compositions/differences.ts';
import { REFRESH_SCRIPT } from './http/routes/refresh.ts';
import type { Development } from '../observing/errors/development/development.ts';
import { createFailureLog, type FailureLog } from '../observing/errors/failure-log.ts';
import { createRenderingLimit, type RenderingLimit } from '../platform/limits/rendering-limit.ts';
import type { Metrics } from '../observing/telemetry/metrics/metrics.ts';
import { matchPage } from './pages/page-request.ts';
import { createPageService, type PageService, type PageServiceOptions } from './pages/page-service.ts';
import { createRenderCache, type RenderCache } from './render/render-cache.ts';
import { createRenderPool, type RenderPoolOptions } from './render/render-pool.ts';
import { createServedVitals } from '../observing/vitals/served-vitals.ts';
import { timeUpstreams } from '../observing/vitals/timed-upstreams.ts';
import { createInputWatch } from './upstreams/upstream-inputs.ts';
import type { UpstreamResponses } from './upstreams/upstream-answers.ts';
import type { Tracer } from '../observing/telemetry/traces/tracer.ts';
import type { Observing } from '../observing/open-observing.ts';
import type { Storage } from '../platform/open-platform.ts';

/** What visitors are answered from. */
export interface Serving {
  site: Site;
  pages: PageService;
  renderingLimit: RenderingLimit;
  differences: Differences;
  renderings: RenderCache;
  /** Calls back whenever a render process ended unasked. */
  onCrash(listener: RenderPoolOptions['onCrash']): void;
  close(): void;
}

/** A guard, a rule: whatever fails before there is a page is the shell's. */
const NO_ROUTE = { app: SHELL, id: 'no page' };

interface ServingOptions {
  config: Config;
  storage: Storage;
  metrics: Metrics;
  observing: Observing;
  logger: FastifyBaseLogger;
  now: () => number;
  development: Development | undefined;
  /** Undefined: no upstream is configured. */
  upstreams?: UpstreamResponses | undefined;
  tracer?: Tracer | undefined;
}

function tellOfPages(failures: FailureLog): PageServiceOptions['onError'] {
  return (error, at, { composition, releases }) => {
    const { app, id: what } = matchPage(composition.routes, at, '')?.route ?? NO_ROUTE;
    return failures.noticed({ kind: 'page', app, digest: releases[app]?.digest, what, error, path: at });
  };
}

export function openServing(options: ServingOptions): Serving {
  const { config, storage, metrics, observing, logger, now, upstreams, tracer } = options;
  const { figures } = observing;
  const listeners: Parameters<Serving['onCrash']>[0][] = [];
  const failures = openFailureLog(options);
  const measured = createServedVitals(figures, { live: () => site.live(), on: config.viewReports });
  metrics.watch({ ready: ({ app, digest }, times) => measured.looked({ app, digest }, true, times) });
  figures.watch(metrics.drainReady);
  const pool = createRenderPool({
    blobs: storage.blobs,
    limits: config.render,
    now,
    scripts: storage.scripts,
    upstreams: upstreams && timeUpstreams(upstreams, measured.waited, now),
    tracer,
    onCall: metrics.render,
    onCrash(ended) {
      metrics.renderProcessEnded();
      observing.failures?.ended(ended);
      logger.warn(ended, 'a render process ended');
      for (const listener of listeners) listener(ended);
    },
    onError: failures.thrown,
  });
  const renderings = createRenderCache(path.join(config.dataDir, 'renderings'), storage.disk.isLow);
  const differences = createDifferences({ blobs: storage.blobs, state: storage.state, now });
  const site = new Site({
    state: storage.state,
    blobs: storage.blobs,
    cache: renderings,
    pool,
    now,
    upstreams: upstreams && createInputWatch(upstreams, now),
    recordedForAll: config.development,
    tracer,
    onLookup(cache, whose, found) {
      metrics.cache(cache, whose, found);
      if (cache === 'document') measured.looked(whose, found);
    },
    onFailure: failures.noticed,
    onLive: ({ releases }) =>
      void differences
        .prepare(releases)
        .catch((error: unknown) => logger.warn({ err: error }, 'no differences of this deploy can be sent')),
    onRendered: measured.rendered,
    ...(storage.listen && { sleep }),
    allowsSource: config.foreignSources,
    reports: config.viewReports,
    ...(config.development && { addedScript: REFRESH_SCRIPT }),
  });
  const renderingLimit = createRenderingLimit(config.render.newPerMinute, now);
  return {
    site,
    renderingLimit,
    differences,
    renderings,
    pages: createPageService({ now, renderingLimit, onError: tellOfPages(failures) }),
    onCrash: (listener) => void listeners.push(listener),
    close: () => pool.close(),
  };
}

function openFailureLog({
  storage,
  metrics,
  observing,
  logger,
  now,
  development,
}: ServingOptions): FailureLog {
  return createFailureLog({
    logger,
    now,
    readBlob: storage.blobs.get,
    count: metrics.failure,
    seen: observing.failures,
    develop: development?.thrown,
  });
}
