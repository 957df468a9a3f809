import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Config } from '../platform/settings/config.ts';
import { buildPublicApp } from '../serving/http/app.ts';
import type { Development } from '../observing/errors/development/development.ts';
import type { Metrics } from '../observing/telemetry/metrics/metrics.ts';
import { buildOpsApp } from './operations/operations-app.ts';
import { createSessions } from './operations/page/session.ts';
import type { Upstreams } from '../serving/upstreams/upstreams.ts';
import type { Changing } from './open-releasing.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import { openReports } from './activation/open-reports.ts';
import type { Observing } from '../observing/open-observing.ts';
import type { Serving } from '../serving/open-serving.ts';
import type { Tracer } from '../observing/telemetry/traces/tracer.ts';
import type { Storage } from '../platform/open-platform.ts';

export interface HttpOptions extends Changing {
  config: Config;
  siteConfig: SiteConfig;
  /** Routes of the forms; undefined: the site takes no forms. */
  forms: FastifyPluginAsync | undefined;
  storage: Storage;
  serving: Serving;
  upstreams: Upstreams;
  observing: Observing;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  now: () => number;
  development: Development | undefined;
  outbox: Outbox;
  tracer?: Tracer | undefined;
}

/** The two ports, not listening yet. */
export interface Http {
  /** The site. */
  app: FastifyInstance;
  /** The operations port; listens on its own address. */
  ops: FastifyInstance;
  close(): Promise<void>;
}

export async function openHttp(options: HttpOptions): Promise<Http> {
  const { config, storage, serving, changes, previews } = options;
  const { upstreams, observing, intake, metrics, outbox, logger, now } = options;
  const { site, pages, renderingLimit, differences } = serving;
  const { state, blobs, tokens, keys, disk } = storage;
  const sessions = createSessions(await storage.signed('session'), tokens, now);
  const { packagesDir } = config;
  const stored = { state, blobs, tokens, keys, sessions, disk, packagesDir };
  const shown = {
    upstreams,
    alerts: observing.alerts,
    errors: observing.errors,
    figures: observing.figures,
    metrics,
  };
  const ops = buildOpsApp({ site, ...stored, ...shown, intake, changes, previews, logger, now });
  metrics.watch({ outbox: () => outbox.depth() });
  const app = buildPublicApp(config, {
    site,
    pages,
    blobs,
    differences,
    openPreview: options.openPreview,
    reports: openReports(options),
    renderingLimit,
    disk,
    metrics,
    fetch,
    logger,
    development: options.development,
    tracer: options.tracer,
    forms: options.forms,
  });
  return {
    app,
    ops,
    async close() {
      await Promise.all([app.close(), ops.close()]);
    },
  };
}
