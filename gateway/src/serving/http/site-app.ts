import { createServer, type RequestListener } from 'node:http';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { MB } from '@voltframe/kit/contract/units';
import { every } from '../../platform/runtime/timers.ts';
import type { Config } from '../../platform/settings/config.ts';
import {
  compositionHeaders,
  registerCompositionHeader,
  setCompositionHeaders,
} from './composition-header.ts';
import { registerErrorAnswers, sendError } from './error-answers.ts';
import { createFastPath } from './fast-path.ts';
import { createRequestBounds, MAX_HEADER_SIZE, refuseConnection } from './request-bounds.ts';
import { createServiceWorkerRemoval } from './service-worker.ts';
import { createIconFallback, iconRoutes } from './routes/icons.ts';
import { logsRequests, observeRequests } from './observe-requests.ts';
import { fastifyOptions } from './fastify-options.ts';
import { assetRoutes, createFileSender } from './routes/assets.ts';
import { developmentRoutes } from './routes/development.ts';
import { healthRoutes } from './routes/health.ts';
import { islandRoutes } from './routes/islands.ts';
import { createSitemaps } from '../pages/sitemaps.ts';
import { buildRoutes, figureRoutes, machineFileRoutes } from './routes/machine-files.ts';
import { pageRoutes } from './routes/pages.ts';
import { type PersonalOptions, personalRoutes } from './routes/personal.ts';
import { previewRoutes, servePreviews } from './routes/previews.ts';
import { refreshRoutes } from './routes/refresh.ts';
import { type ReportOptions, reportRoutes } from '../../observing/reports/report-routes.ts';
import { unknownCalls } from './routes/unknown-calls.ts';
import './request-state.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { createSharedCaches } from '../responses/cache-policy.ts';
import type { Differences } from '../compositions/differences.ts';
import type { Development } from '../../observing/errors/development/development.ts';
import type { DatabaseWatch } from '../../platform/database/database-watch.ts';
import type { DiskReserve } from '../../platform/runtime/disk-reserve.ts';
import type { RenderingLimit } from './rendering-limit.ts';
import type { PageService } from '../pages/page-service.ts';
import type { PreviewReader } from '../compositions/previews.ts';
import type { Site } from '../compositions/site.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

export interface SiteAppOptions extends PersonalOptions {
  config: Pick<Config, 'http' | 'releases' | 'purging'>;
  site: Site;
  pages: PageService;
  blobs: BlobStore;
  differences: Pick<Differences, 'find'>;
  openPreview: PreviewReader;
  reports: ReportOptions;
  renderingLimit: RenderingLimit;
  disk: Pick<DiskReserve, 'isLow'>;
  database: Pick<DatabaseWatch, 'away'>;
  /** Whether the gateway stops soon. */
  isLeaving: () => boolean;
  telemetry: Telemetry;
  /** Computes the public figures; undefined: there are none. */
  readFigures: (() => Promise<SiteFigures> | undefined) | undefined;
  logger: FastifyBaseLogger;
  /** In development. */
  development: Development | undefined;
  /** Handles the posts of forms. */
  forms: FastifyPluginAsync;
}

/** Interval at which idle connections are closed while the port closes. */
const IDLE_LOOK_MS = 100;

const SERVER_LIMITS = {
  // A client that sends its request byte by byte; long enough for a CV of 5 MB at 17 KB a second.
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000, // longer than the keep-alive time of a proxy in front
  maxHeaderSize: MAX_HEADER_SIZE,
};

/** Runs before any parsing: refuses requests that are too large, and scripts of service workers. */
function withBounds({ site, telemetry }: SiteAppOptions, handler: RequestListener): RequestListener {
  const headers = () => compositionHeaders(site.live());
  const answered = (status: number, bytes: number): void =>
    telemetry.answered({ kind: 'other', app: '', status, bytes }, 0);
  return createRequestBounds(
    { headers, refused: (status) => answered(status, 0) },
    createServiceWorkerRemoval({ headers, answered }, handler),
  );
}

/** Runs before Fastify: most responses are in memory, with their headers. A log of every request disables it. */
function withFastPath(
  { site, telemetry, logger }: SiteAppOptions,
  handler: RequestListener,
): RequestListener {
  const fast = (next: RequestListener, answered = telemetry.ready): RequestListener =>
    logsRequests(logger) ? next : createFastPath({ live: site.live, answered }, next);
  const recorded = fast(handler, recordedAnswers(site, telemetry));
  return telemetry.listener({ recorded, fast }, handler);
}

function recordedAnswers(site: Site, telemetry: Telemetry): Telemetry['ready'] {
  return (label, status, bytes) => {
    telemetry.ready(label, status, bytes);
    const { kind, app, digest: release, route } = label;
    const owner = { app, release, composition: site.live()?.composition.id };
    telemetry.describe({ ...owner, kind, route });
    telemetry.span('cache', { ...owner, cache: 'document', hit: true }, () => {});
  };
}

/** @returns the port of the site, not listening yet; each plugin is one part of the HTTP surface (docs/http.md). */
export function buildSiteApp(options: SiteAppOptions): FastifyInstance {
  const { config, site, pages, blobs, openPreview, telemetry, logger, development } = options;
  const app = Fastify({
    serverFactory: (handler) =>
      createServer(SERVER_LIMITS, withBounds(options, withFastPath(options, handler))),
    clientErrorHandler: refuseConnection,
    ...fastifyOptions(telemetry),
    loggerInstance: logger,
    trustProxy: config.http.trustProxy,
    bodyLimit: MB,
    // Requests of connections that are still open are answered, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: 500,
    },
    // An address that cannot be decoded is answered like any other error; no hook has run for it.
    frameworkErrors: (_error, request, reply) => {
      setCompositionHeaders(reply.raw, site.live());
      void sendError(request, reply, pages, toPageError(gatewayErrors.BAD_REQUEST({ reason: 'malformed' })));
    },
  });
  if (config.purging) app.decorate('sharedCaches', createSharedCaches(config.purging.maxAgeMs));
  registerCompositionHeader(app, site);
  observeRequests(app, telemetry);
  registerErrorAnswers(app, pages);
  const { previewUrl } = config.releases;
  servePreviews(app, { openPreview, previewUrl });
  if (blobs.place)
    void app.register(fastifyStatic, {
      root: blobs.place.root,
      serve: false,
      etag: false,
      cacheControl: false,
    });
  const sendFile = createFileSender({ site, blobs });
  void app.register(previewRoutes, { site, openPreview, previewUrl });
  const { disk, database, isLeaving } = options;
  void app.register(healthRoutes, { site, disk, database, isLeaving });
  if (development) {
    void app.register(refreshRoutes, { site, sources: config.releases.sources, development });
    void app.register(developmentRoutes, { site, development });
  }
  void app.register(buildRoutes, { site });
  if (options.readFigures) void app.register(figureRoutes, { read: options.readFigures, now: Date.now });
  void app.register(assetRoutes, { site, differences: options.differences, sendFile });
  void app.register(islandRoutes, { site, renderingLimit: options.renderingLimit });
  const { iconFallbackUrl } = config.http;
  void app.register(iconRoutes, {
    fallback: createIconFallback({ url: iconFallbackUrl, fetch, now: Date.now }),
  });
  void app.register(machineFileRoutes, { sitemaps: createSitemaps(Date.now) });
  void app.register(reportRoutes, options.reports);
  void app.register(personalRoutes, { site, upstreams: options.upstreams });
  void app.register(formArea, { forms: options.forms });
  void app.register(unknownCalls);
  void app.register(pageRoutes, { site, pages, renderingLimit: options.renderingLimit, sendFile });
  return app;
}

/** The package of enquiries does not know the kinds of routes. */
const formArea: FastifyPluginAsync<Pick<SiteAppOptions, 'forms'>> = async (app, { forms }) => {
  app.addHook('onRoute', (route) => {
    const isCall = route.url.startsWith('/api/');
    route.config = { ...route.config, kind: 'form', ...(isCall && { errors: 'json' }) };
  });
  app.addHook('onRequest', ({ preview, method }, _, done) => {
    const isPosted = method !== 'GET' && method !== 'HEAD';
    done(isPosted && preview && !preview.isApart ? formErrors.PREVIEW() : undefined);
  });
  await app.register(forms);
};

/** Closes the port. Idle connections end meanwhile, because a front would keep them for a minute. */
export async function closeSiteApp(app: FastifyInstance): Promise<void> {
  const stop = every(IDLE_LOOK_MS, () => app.server.closeIdleConnections());
  await app.close().finally(stop);
}
