import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createReportLimits, createReportTaker } from '../observing/reports/take-report.ts';
import type { ReportOptions } from '../observing/reports/report-routes.ts';
import type { Observing } from '../observing/open-observing.ts';
import { createSiteFigures } from '../observing/telemetry/site-figures.ts';
import type { Storage } from '../platform/open-platform.ts';
import type { Config } from '../platform/settings/config.ts';
import type { HistoryStore } from '../observing/history/history-store.ts';
import type { StoredSite } from './compositions/stored-site.ts';
import { createPreviewReader, type PreviewReaderOptions } from './compositions/previews.ts';
import { isCrossSite } from './http/cross-site.ts';
import { buildSiteApp } from './http/site-app.ts';
import type { Serving } from './open-serving.ts';
import type { Upstreams } from './upstreams/upstreams.ts';

export interface OpenSiteAppOptions {
  config: Config;
  storage: Storage;
  stored: StoredSite;
  history: Pick<HistoryStore, 'history'>;
  observing: Observing;
  serving: Serving;
  upstreams: Upstreams;
  /** Handles the posts of forms. */
  forms: FastifyPluginAsync;
  previews: Pick<PreviewReaderOptions, 'signed' | 'current'>;
  /** Name of this gateway, and the number of all that serve the site. */
  gateway: string;
  gateways(): number;
  /** Whether the gateway stops soon. */
  isLeaving: () => boolean;
  logger: FastifyBaseLogger;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** @returns the port of the site, which is not listening yet. */
export function openSiteApp(options: OpenSiteAppOptions): FastifyInstance {
  const { config, storage, observing, serving, upstreams, forms, previews, isLeaving, logger, now } = options;
  const { site, pages, differences, renderingLimit } = serving;
  return buildSiteApp({
    config,
    site,
    pages,
    blobs: storage.blobs,
    differences,
    openPreview: createPreviewReader({
      site,
      state: options.stored,
      signed: previews.signed,
      current: previews.current,
      now,
    }),
    reports: openReports(options),
    renderingLimit,
    disk: storage.disk,
    database: storage.database,
    isLeaving,
    telemetry: observing.telemetry,
    readFigures: config.http.figures === 'off' ? undefined : openFigures(options),
    upstreams,
    forms,
    development: observing.development,
    logger,
  });
}

function openFigures(options: OpenSiteAppOptions) {
  const { config, storage, history, observing, serving, gateway, gateways, now } = options;
  return createSiteFigures({
    live: serving.site.live,
    telemetry: observing.telemetry,
    state: history,
    database: storage.database,
    gateway,
    gateways,
    named: config.http.figures === 'all',
    now,
  });
}

/** Reports of browsers: their errors are stored for the teams. */
function openReports({ config, stored, serving, observing, now }: OpenSiteAppOptions): ReportOptions {
  const { site } = serving;
  const limits = createReportLimits(now);
  const take = createReportTaker({
    errors: observing.errors,
    vitals: observing.vitals,
    live: site.live,
    async find(id) {
      const found = await stored.composition(id);
      // A preview sends no reports, and a page is not open for longer than the lease of its composition.
      if (!found || found.activatedAt === 0 || (found.leasedUntil ?? Infinity) <= now()) return undefined;
      return { composition: found.composition, releases: await site.releasesOf(found.composition) };
    },
    limits,
    onReport: (kind) => observing.telemetry.count('browser_reports_total', { kind }),
    now,
  });
  return {
    take,
    limits,
    isOn: config.reports.on,
    isForeign(headers) {
      const url = site.live()?.composition.site.url;
      return url !== undefined && isCrossSite(headers, url);
    },
  };
}
