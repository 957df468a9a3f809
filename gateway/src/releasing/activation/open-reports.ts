import { randomBytes } from 'node:crypto';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { FastifyBaseLogger } from 'fastify';
import { createReports, type Reports } from './browser-reports.ts';
import type { Changes } from './changes.ts';
import { liveSince } from './live-releases.ts';
import { confirmFailure, type Look } from '../admission/confirm-failure.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { ReportsDeps } from '../../serving/http/routes/reports.ts';
import { createHydrator } from '../admission/hydration/hydrator.ts';
import { lookAtPages } from '../admission/hydration/look-at-pages.ts';
import type { Metrics } from '../../observing/telemetry/metrics/metrics.ts';
import { createReportLimits } from '../../observing/errors/report-limits.ts';
import { createReportTaker } from '../../observing/errors/take-report.ts';
import type { Observing } from '../../observing/open-observing.ts';
import type { Serving } from '../../serving/open-serving.ts';
import type { Storage } from '../../platform/open-platform.ts';

export interface ReportsOptions {
  config: Config;
  storage: Storage;
  serving: Serving;
  observing: Pick<Observing, 'errors' | 'figures'>;
  changes: Changes;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** What browsers tell: kept for the teams, and looked into where a release fails its visitors. */
export function openReports(options: ReportsOptions): ReportsDeps {
  const { config, storage, serving, observing, now } = options;
  const limits = createReportLimits(now);
  const rollBack = openRollBack(options);
  const take = createReportTaker({
    live: () => serving.site.live()?.composition,
    find: (id) => findLive(storage, id),
    errors: observing.errors,
    figures: observing.figures,
    limits,
    onFailure: rollBack.take,
    now,
  });
  return { site: serving.site, take, limits, isOn: config.viewReports };
}

/** One that is or was live. */
async function findLive({ state }: Storage, id: string): Promise<Composition | undefined> {
  const stored = await state.composition(id);
  return stored && stored.activatedAt > 0 ? stored.composition : undefined;
}

function openRollBack({ config, storage, serving, changes, metrics, logger, now }: ReportsOptions): Reports {
  const { state } = storage;
  const hydrate = createHydrator(storage);
  return createReports({
    live: () => serving.site.live()?.composition,
    find: (id) => findLive(storage, id),
    liveSince: (app, digest) => liveSince(state, app, digest),
    async confirm(suspicion) {
      const served = serving.site.live();
      const inBrowser = async (...[live, which]: Parameters<Look['inBrowser']>): Promise<string[]> =>
        config.hydration ? lookAtPages(live, { ...which, hydrate, now }) : [];
      return served ? confirmFailure(served, suspicion, { blobs: storage.blobs, inBrowser }) : [];
    },
    onSuspicion(suspicion, reason, found) {
      metrics.suspicion(found.length > 0);
      const what = found.length > 0 ? 'and it is so' : 'but the gateway finds nothing wrong';
      logger.error({ ...suspicion, reason, found }, `browsers report failures: ${suspicion.app}, ${what}`);
    },
    ...(config.reports.rollBack && {
      async goBack(app: string, digest: string, reason: string) {
        const result = await changes.fallBack(app, digest, reason);
        logger.error({ app, release: digest, reason, result }, `${app} goes back by itself`);
      },
    }),
    onReport: (kind) => metrics.report(kind),
    threshold: config.reports,
    hashKey: randomBytes(32),
    now,
  });
}
