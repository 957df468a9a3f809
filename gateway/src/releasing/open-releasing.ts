import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { triedAgain } from '@voltframe/kit/contract/operations/verdict';
import type { FastifyBaseLogger } from 'fastify';
import { type Changes, createChanges } from './activation/changes.ts';
import type { Decision } from './activation/decision.ts';
import { createPreviewQuota, createPreviews, type Previews } from './activation/previews.ts';
import { createPreviewReader, type PreviewReader } from '../serving/compositions/previews.ts';
import { createClientCheck } from './admission/check-client.ts';
import { createReleaseMeter, createTransferMeter } from './admission/measurements.ts';
import { createReferenceCheck } from './admission/check-references.ts';
import { PAGES_PER_ROUTE } from './admission/run-candidate.ts';
import { createHydrationCheck } from './admission/hydration/check-hydration.ts';
import { createHydrator } from './admission/hydration/hydrator.ts';
import type { Development } from '../observing/errors/development/development.ts';
import type { ServedComposition } from '../serving/compositions/served-composition.ts';
import type { Config } from '../platform/settings/config.ts';
import type { Metrics } from '../observing/telemetry/metrics/metrics.ts';
import { createWarmPage, prerender } from '../serving/pages/prerender.ts';
import { createSecretCheck, type SecretCheck } from './releases/check-secrets.ts';
import { createSecretFinder } from './releases/secret-finder.ts';
import { collectGarbage } from './releases/collect-garbage.ts';
import { createQuotaStore, createReleaseQuota, type QuotaStore } from './releases/release-quota.ts';
import { createReleaseIntake, type ReleaseIntake } from './releases/release-intake.ts';
import type { Tracer } from '../observing/telemetry/traces/tracer.ts';
import type { Purges } from '../platform/outbox/purges.ts';
import { purgedKeys } from '../serving/compositions/changed-apps.ts';
import type { Serving } from '../serving/open-serving.ts';
import type { Storage } from '../platform/open-platform.ts';
import { after } from '../platform/processes/timers.ts';

/** Starting the thread that reads takes some of it. */
const LEAST_PARSE_MS = 10_000;

export interface ChangingOptions {
  config: Config;
  siteConfig: SiteConfig;
  storage: Storage;
  serving: Serving;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  now: () => number;
  development: Development | undefined;
  /** Undefined: the site takes no forms. */
  forms?: object | undefined;
  /** Undefined: no shared cache is told what changed. */
  purges: Purges | undefined;
  tracer?: Tracer | undefined;
}

/** How the site changes, and what can be looked at before it does. */
export interface Changing {
  changes: Changes;
  previews: Previews;
  openPreview: PreviewReader;
  intake: ReleaseIntake;
  close(): void;
}

export async function openChanging(options: ChangingOptions): Promise<Changing> {
  const { config, siteConfig, storage, serving, now } = options;
  const { state, blobs, deployLock } = storage;
  const { site } = serving;
  const { previewLeaseMs, storeBytes, releaseLeaseMs: leaseMs, quotas: limits } = config;
  const signed = await storage.signed('preview');
  const live = (app: string) => site.live()?.releases[app];
  const quotas = createQuotaStore(storage.db, now);
  const quota = createPreviewQuota({ quotas, live, limits, now });
  const previews = createPreviews({ site, state, signed, quota, leaseMs: previewLeaseMs, now });
  const openPreview = createPreviewReader({ site, state, signed, leaseMs: previewLeaseMs, now });
  const finder = createSecretFinder();
  const secrets = createSecretCheck(blobs.get, finder);
  const changes = createChanges({
    site,
    state,
    deployLock,
    siteConfig,
    previews,
    leaseMs,
    now,
    pagesPerRoute: PAGES_PER_ROUTE,
    budgets: !config.development,
    takesForms: options.forms !== undefined,
    allowsSource: config.foreignSources,
    developmentBuilds: config.developmentBuilds,
    admissionTimeoutMs: config.admissionTimeoutMs,
    after,
    tracer: options.tracer,
    measure: createTransferMeter(blobs),
    meter: createReleaseMeter({ pagesPerRoute: PAGES_PER_ROUTE, clock: () => performance.now() }),
    measurements: storage.measurements,
    checkClient: createClientCheck({ blobs, timeoutMs: parseTimeoutMs(config), after }),
    secrets,
    checkReferences:
      config.links &&
      createReferenceCheck({
        pagesPerRoute: PAGES_PER_ROUTE,
        pause: () => setImmediate(),
        refuses: config.links === 'refuse',
      }),
    hydration: config.hydration
      ? createHydrationCheck({
          hydrate: createHydrator(storage),
          pagesPerRoute: PAGES_PER_ROUTE,
          now,
          hurryMs: config.admissionTimeoutMs / 3,
          enoughMs: config.admissionTimeoutMs / 2,
          clock: () => performance.now(),
        })
      : undefined,
    collectGarbage: () => collectGarbage({ state, blobs, storeBytes, keptRefused: limits.refused, now }),
    onActivated: followed(options),
    background: (work) => void work.catch((error: unknown) => options.logger.error(error)),
    onDecision: (apps, decision) => tell(options, apps, decision),
  });
  const intake = openIntake(options, quotas, secrets);
  return { changes, previews, openPreview, intake, close: finder.end };
}

function openIntake(
  { config, storage, serving, development, logger, now }: ChangingOptions,
  quotas: QuotaStore,
  { look }: SecretCheck,
): ReleaseIntake {
  const { state, blobs, keys, disk } = storage;
  // In a shared database releases take up nothing of this disk but a cache.
  const assertRoom = config.databaseUrl === undefined ? disk.assertRoom : async () => {};
  return createReleaseIntake({
    state,
    blobs,
    keys,
    quota: createReleaseQuota({ quotas, state, blobs, assertRoom, limits: config.quotas, now }),
    now,
    logger,
    live: () => serving.site.live()?.composition,
    look,
    refused: (app, findings) =>
      development
        ? development.decided([app], findings)
        : logger.error({ app, findings }, `release refused: ${app}`),
  });
}

/** Of an admission's time half for one script: enough to name it, and a busy machine is in no script's way. */
function parseTimeoutMs({ admissionTimeoutMs }: Config): number {
  return Math.max(LEAST_PARSE_MS, admissionTimeoutMs / 2);
}

/** @returns what is done behind the visitors when another composition is shown. */
function followed(options: ChangingOptions) {
  const prerenderPages = prerendering(options);
  return (served: ServedComposition, previous: ServedComposition | undefined): void => {
    // Every gateway tells the cache, so the last call is made when no gateway shows the old composition any more.
    options.purges
      ?.note(purgedKeys(served.composition, previous?.composition))
      .catch((error: unknown) =>
        options.logger.error(
          { err: error },
          'changed keys cannot be stored yet: shared caches keep their pages until they can',
        ),
      );
    prerenderPages(served, previous);
  };
}

/** @returns fills the caches of a composition that just went live. */
function prerendering({ storage, serving, logger }: ChangingOptions) {
  const { site, pages } = serving;
  const warm = createWarmPage(pages);
  return (served: ServedComposition, previous: ServedComposition | undefined): void => {
    const files = Object.values(served.releases).flatMap((release) => Object.values(release.files));
    const filling = storage.blobs.cache?.fetchAll(files.map(({ sha256 }) => sha256));
    filling?.catch((error: unknown) => logger.warn({ err: error }, 'not all files could be fetched ahead'));
    void prerender(served, previous, {
      warm,
      sleep,
      render: (of, at) => pages.render(of, at),
      isLive: (of) => site.live() === of,
    });
  };
}

function tell({ metrics, logger, development }: ChangingOptions, apps: string[], decision: Decision): void {
  const { measured: _, ...said } = decision;
  const { outcome, waitsFor } = said;
  metrics.admission(waitsFor ? 'waiting' : outcome);
  development?.decided(apps, outcome === 'refused' ? decision.findings : []);
  if (development && outcome === 'refused') return; // it says so itself
  const level = outcome === 'refused' && !waitsFor ? 'error' : 'info';
  const what = `releases ${outcome}: ${apps.join(', ')}`;
  logger[level]({ apps, ...said }, waitsFor ? `${what}; ${triedAgain(waitsFor)}` : what);
}
