import { createServer, type RequestListener } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import {
  compositionHeaders,
  registerCompositionHeader,
  setCompositionHeaders,
} from './composition-header.ts';
import { registerErrorAnswers, sendError } from './error-answers.ts';
import { createFastPath } from './fast-path.ts';
import { createRequestBounds, MAX_HEADER_SIZE, refuseConnection } from './request-bounds.ts';
import { createIconFallback, registerIcons } from './routes/icons.ts';
import { logsRequests, observeRequests } from './observe-requests.ts';
import { fastifyOptions } from './fastify-options.ts';
import { registerAssets } from './routes/assets.ts';
import { registerDevelopment } from './routes/development.ts';
import { registerHealth } from './routes/health.ts';
import { registerIslands } from './routes/islands.ts';
import { registerBuilds, registerFigures, registerMachineFiles } from './routes/machine-files.ts';
import { registerPages } from './routes/pages.ts';
import { type PersonalDeps, registerPersonal } from './routes/personal.ts';
import { registerPreviews } from './routes/previews.ts';
import { registerRefresh } from './routes/refresh.ts';
import { registerReports, type ReportsDeps } from './routes/reports.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { createSharedCaches } from '../responses/cache-policy.ts';
import type { Differences } from '../compositions/differences.ts';
import type { Development } from '../../observing/errors/development/development.ts';
import type { DiskReserve } from '../../platform/runtime/disk-reserve.ts';
import type { RenderingLimit } from '../../platform/runtime/attempt-limit.ts';
import type { PageService } from '../pages/page-service.ts';
import type { PreviewReader } from '../compositions/previews.ts';
import type { Site } from '../compositions/site.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

interface AppDeps extends PersonalDeps {
  config: Pick<Config, 'http' | 'releases' | 'purging'>;
  site: Site;
  pages: PageService;
  blobs: BlobStore;
  differences: Pick<Differences, 'find'>;
  openPreview: PreviewReader;
  reports: ReportsDeps;
  renderingLimit: RenderingLimit;
  disk: Pick<DiskReserve, 'isLow'>;
  /** Whether the gateway stops soon. */
  isLeaving: () => boolean;
  telemetry: Telemetry;
  /** See `registerFigures`; undefined: there are no public figures. */
  readFigures: Parameters<typeof registerFigures>[1] | undefined;
  logger: FastifyBaseLogger;
  /** In development. */
  development: Development | undefined;
  /** Handles the posts of forms. */
  forms: FastifyPluginAsync;
}

const SERVER_LIMITS = {
  // A client that sends its request byte by byte; long enough for a CV of 5 MB at 17 KB a second.
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000, // longer than the keep-alive time of a proxy in front
  maxHeaderSize: MAX_HEADER_SIZE,
};

/** Runs before any parsing: refuses requests that are too large. */
function withBounds({ site, telemetry }: AppDeps, handler: RequestListener): RequestListener {
  const headers = () => compositionHeaders(site.live());
  return createRequestBounds(
    { headers, refused: (status) => telemetry.answered({ kind: 'other', app: '', status, bytes: 0 }, 0) },
    handler,
  );
}

/** Runs before Fastify: most responses are in memory, with their headers. A log of every request disables it. */
function withFastPath({ site, telemetry, logger }: AppDeps, handler: RequestListener): RequestListener {
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

/** The public site. Registered in order; each line is one part of the HTTP surface (docs/architecture.md). */
export function buildPublicApp(deps: AppDeps): FastifyInstance {
  const { config, site, pages, disk, logger, development } = deps;
  const app = Fastify({
    serverFactory: (handler) => createServer(SERVER_LIMITS, withBounds(deps, withFastPath(deps, handler))),
    clientErrorHandler: refuseConnection,
    ...fastifyOptions(deps.telemetry),
    loggerInstance: logger,
    trustProxy: config.http.trustProxy,
    bodyLimit: 1_048_576,
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
  observeRequests(app, deps.telemetry);
  registerErrorAnswers(app, pages);
  registerPreviews(app, site, deps.openPreview);
  registerHealth(app, site, disk, deps.isLeaving);
  if (development) {
    registerRefresh(app, site, config.releases.sources, development);
    registerDevelopment(app, site, development);
  }
  registerBuilds(app, site);
  if (deps.readFigures) registerFigures(app, deps.readFigures, Date.now);
  const sendFile = registerAssets(app, deps);
  registerIslands(app, site, deps.renderingLimit);
  registerIcons(app, createIconFallback({ url: config.http.iconFallbackUrl, fetch, now: Date.now }));
  registerMachineFiles(app);
  registerReports(app, deps.reports);
  registerPersonal(app, deps);
  void app.register(deps.forms);
  registerPages(app, site, pages, sendFile); // the last route, because it matches every other address
  return app;
}
