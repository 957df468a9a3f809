import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/settings/config.ts';
import { Site } from './compositions/site.ts';
import type { StoredSite } from './compositions/stored-site.ts';
import { createDifferences, type Differences } from './compositions/differences.ts';
import { REFRESH_SCRIPT } from './http/routes/refresh.ts';
import type { Development } from '../observing/errors/development/development.ts';
import type { MemoryRoom } from '../platform/runtime/memory-room.ts';
import { createRenderingLimit, type RenderingLimit } from './http/rendering-limit.ts';
import type { Telemetry } from '../observing/telemetry/telemetry.ts';
import { createPageService, type PageService, type PageServiceOptions } from './pages/page-service.ts';
import { createRenderCache, type RenderCache } from './render/render-cache.ts';
import { createRenderPool, type RenderPool } from './render/render-pool.ts';
import { createInputWatch } from './upstreams/upstream-inputs.ts';
import type { UpstreamResponses } from './upstreams/upstream-answers.ts';
import type { Storage } from '../platform/open-platform.ts';

/** The composition that visitors get. */
export interface Serving {
  site: Site;
  renderingLimit: RenderingLimit;
  differences: Differences;
  renderings: RenderCache;
  processes: RenderPool;
  pages: PageService;
  close(): void;
}

/** A failure before there is a page, in a guard or a rule, is the shell's. */
const NO_ROUTE = { app: SHELL, id: 'no page' };

/** The wings below, and what the operator configured. */
export interface ServingOptions {
  config: Config;
  storage: Storage;
  stored: StoredSite;
  memory: MemoryRoom;
  telemetry: Telemetry;
  logger: FastifyBaseLogger;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Undefined in production. */
  development: Development | undefined;
  /** Undefined: no upstream is configured. */
  upstreams?: UpstreamResponses | undefined;
}

function pageFailures(telemetry: Telemetry): PageServiceOptions['onError'] {
  return async (error, { path: at, page, isListed }, { releases }) => {
    const { app, id: what } = page?.route ?? NO_ROUTE;
    const of = { app, digest: releases[app]?.digest, what, isListed };
    return telemetry.failure({ kind: 'page', ...of, error, path: at });
  };
}

export function openServing(options: ServingOptions): Serving {
  const { config, storage, telemetry, logger, now, upstreams } = options;
  const pool = createRenderPool({
    blobs: storage.blobs,
    limits: config.render,
    besideGateway: options.memory.besideGateway,
    now,
    prepareScripts: storage.prepareScripts,
    upstreams,
    tellsRequests: config.development.on,
    telemetry,
  });
  const renderings = createRenderCache(path.join(config.data.dataDir, 'renderings'), storage.disk.isLow);
  const differences = createDifferences({
    blobs: storage.blobs,
    state: options.stored,
    servableApps: () => site.servableApps(),
  });
  const site: Site = new Site({
    state: options.stored,
    blobs: storage.blobs,
    cache: renderings,
    pool,
    now,
    upstreams: upstreams && createInputWatch(upstreams, now),
    recordedForAll: config.development.on,
    telemetry,
    onLive: ({ releases }) =>
      void differences
        .prepare(releases)
        .catch((error: unknown) => logger.warn({ err: error }, 'no differences of this deploy can be sent')),
    sleep: storage.listen && sleep,
    assertThere: storage.database.assertThere,
    hsts: config.http.hsts,
    allowsSource: config.admission.foreignSources,
    reports: config.reports.on,
    addedScript: config.development.on ? REFRESH_SCRIPT : undefined,
  });
  const renderingLimit = createRenderingLimit(config.render.newPerMinute, now);
  return {
    site,
    renderingLimit,
    differences,
    renderings,
    processes: pool,
    pages: createPageService({ now, renderingLimit, onError: pageFailures(telemetry) }),
    close: () => pool.close(),
  };
}
