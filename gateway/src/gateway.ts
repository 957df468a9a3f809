import { randomBytes } from 'node:crypto';
import { mkdirSync, accessSync, constants } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { triedAgain } from '@voltframe/kit/contract/operations/verdict';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './http/app.ts';
import type { Config } from './config.ts';
import type { EnquirySettings } from './enquiries/settings.ts';
import { openFormsPart } from './forms-part.ts';
import { createRenderCache } from './render/render-cache.ts';
import { countCache, countRenders } from './operations/count-renders.ts';
import { keepSecret } from './secrets/keep-secret.ts';
import { createMetrics } from './operations/metrics.ts';
import { buildOpsApp } from './operations/operations-app.ts';
import { createSessions } from './operations/page/session.ts';
import { createSignedValues } from './secrets/signed-values.ts';
import { createActivation } from './activation/activation.ts';
import { PAGES_PER_ROUTE } from './admission/run-candidate.ts';
import { createClientCheck } from './admission/check-client.ts';
import { collectGarbage } from './releases/collect-garbage.ts';
import { createDeployer, type Deployer } from './activation/deployer.ts';
import { liveSince } from './activation/live-since.ts';
import { createTransferMeter } from './admission/measure-transfer.ts';
import { followActivations } from './activation/follow-activations.ts';
import { createOperations, type Operations } from './activation/operations.ts';
import { createRecovery } from './activation/recovery.ts';
import { createReports } from './activation/browser-reports.ts';
import { createReservations } from './releases/reservations.ts';
import { createTurns } from './activation/take-turns.ts';
import { createTokenStore, type TokenStore } from './stores/token-store.ts';
import { LIVE_RELOAD_SCRIPT } from './http/routes/live-reload.ts';
import { createPageService } from './pages/page-service.ts';
import { createPreviews } from './activation/previews.ts';
import { prerender } from './pages/prerender.ts';
import { createReleaseIntake } from './releases/release-intake.ts';
import { createRenderPool } from './render/render-pool.ts';
import type { ServedComposition } from './compositions/served-composition.ts';
import { createWarmPage } from './pages/warm-page.ts';
import { createSite, type Site } from './compositions/site.ts';
import { createFolderSource } from './releases/sources/folder-source.ts';
import { createOriginSource } from './releases/sources/origin-source.ts';
import { type SourceWatcher, watchSources } from './releases/sources/watch-sources.ts';
import { openStores } from './stores/open-stores.ts';

/** A running gateway, not listening yet. */
export interface Gateway {
  app: FastifyInstance;
  /** The operations port; listens on its own address. */
  ops: FastifyInstance;
  site: Site;
  operations: Operations;
  tokens: TokenStore;
  watcher: SourceWatcher;
  /** Ends leases and collects garbage now; it is done by itself every few minutes. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export interface GatewayOptions {
  config: Config;
  siteConfig: SiteConfig;
  logger: FastifyBaseLogger;
  now: () => number;
  /** Undefined: the site takes no forms. */
  enquirySettings?: EnquirySettings;
  /** Script of the render process; replaced by tests. */
  renderScript?: string;
}

/** Crashes within a minute after which a composition counts as failing. */
const CRASH_LOOP = 5;
const TIDY_INTERVAL_MS = 5 * 60_000;
/** At a first start, origins that take longer do not hold up the others; folders cannot hang. */
const GATHER_MS = 2_000;
const LONGEST_GATHER_MS = 10 * 60_000;
/** How often the store is asked what is live, should the word of another gateway get lost. */
const FOLLOW_MS = 5_000;

/** Opens the stores, restores what was live, takes in what the sources offer. */
export async function createGateway({
  config,
  siteConfig,
  enquirySettings,
  logger,
  now,
  renderScript,
}: GatewayOptions): Promise<Gateway> {
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, constants.R_OK | constants.W_OK);
  const stores = await openStores(config, now);
  const { db, state, blobs } = stores;
  const metrics = createMetrics({
    now,
    live: () => site.live()?.composition,
    outbox: async () => (await forms?.outbox()) ?? [],
  });
  const cache = countCache(createRenderCache(path.join(dataDir, 'renderings')), metrics);
  const processes = createRenderPool({
    blobs,
    limits: config.render,
    now,
    ...(renderScript !== undefined && { script: renderScript }),
    onCrash(id, reason, recent) {
      metrics.renderProcessEnded();
      logger.warn({ composition: id, reason, recent }, 'a render process ended');
      const failing = recent >= CRASH_LOOP && site.live()?.composition.id === id;
      if (failing)
        void inTurn(() => recovery.fallBack(id, reason)).catch((error: unknown) => logger.error(error));
    },
  });
  const pool = countRenders(processes, metrics, now);
  const onLookup = (found: boolean) => metrics.cache('document', found);
  const site = createSite({
    state,
    blobs,
    cache,
    pool,
    now,
    onLookup,
    ...(stores.listen && { sleep }),
    ...(config.development && { addedScript: LIVE_RELOAD_SCRIPT }),
  });
  const pages = createPageService({
    now,
    onError: (error, at) => logger.error({ err: error, path: at }, 'a page failed'),
  });
  const leaseMs = config.releaseLeaseMs;
  const lockTurns = createTurns();
  const siteTurns = createTurns();
  /** One after the other on this gateway, and among all on the database; each begins with what is live by then. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    lockTurns(() =>
      stores.deployLock.hold(() =>
        siteTurns(async () => {
          await activation.catchUp();
          return work();
        }),
      ),
    );
  const activation = createActivation({
    site,
    state,
    siteConfig,
    leaseMs,
    now,
    pagesPerRoute: PAGES_PER_ROUTE,
    budgets: !config.development,
    measure: createTransferMeter(blobs),
    checkClient: createClientCheck(blobs),
    onActivated: (served, previous) => void afterActivation(served, previous),
  });
  const turnless = createDeployer({
    site,
    state,
    activation,
    onVerdict(apps, verdict) {
      const { outcome, waitsFor } = verdict;
      metrics.admission(waitsFor ? 'waiting' : outcome);
      const level = outcome === 'refused' && !waitsFor ? 'error' : 'info';
      const what = `releases ${outcome}: ${apps.join(', ')}`;
      logger[level]({ apps, ...verdict }, waitsFor ? `${what}; ${triedAgain(waitsFor)}` : what);
    },
  });
  const deployer: Deployer = {
    deploy: (deployment) => inTurn(() => turnless.deploy(deployment)),
    check: (releases) => inTurn(() => turnless.check(releases)),
  };
  const recovery = createRecovery({ site, state, activation, leaseMs, now });
  const previews = createPreviews({
    site,
    state,
    signed: createSignedValues(await keepSecret('preview', db, config), 'preview', now),
    leaseMs: config.previewLeaseMs,
    now,
  });
  const operations = createOperations({ site, state, activation, deployer: turnless, previews, now });
  const reports = createReports({
    live: () => site.live()?.composition,
    async find(id) {
      const stored = await state.composition(id);
      return stored && stored.activatedAt > 0 ? stored.composition : undefined;
    },
    liveSince: (app, digest) => liveSince(state, app, digest),
    async goBack(app, digest, reason) {
      const result = await inTurn(() => operations.fallBack(app, digest, reason));
      logger.error({ app, release: digest, reason, result }, `browsers report failures: ${app}`);
    },
    onReport: (kind) => metrics.report(kind),
    threshold: config.reports,
    hashKey: randomBytes(32),
    now,
  });
  const reservations = createReservations();
  const warm = createWarmPage(pages);
  const afterActivation = async (
    served: ServedComposition,
    previous: ServedComposition | undefined,
  ): Promise<void> => {
    const files = Object.values(served.releases).flatMap((release) => Object.values(release.files));
    const filling = blobs.cache?.fetchAll(files.map(({ sha256 }) => sha256));
    filling?.catch((error: unknown) => logger.warn({ err: error }, 'not all files could be fetched ahead'));
    await prerender(served, previous, {
      warm,
      sleep,
      render: (of, at) => pages.render(of, at),
      isLive: (of) => site.live() === of,
    });
  };
  const intake = createReleaseIntake({
    state,
    blobs,
    reservations,
    now,
    logger,
    live: () => site.live()?.composition,
  });
  const sources = config.releases.map((source) =>
    source.type === 'folder'
      ? createFolderSource(source.app, source.folder)
      : createOriginSource(source.app, source.url, fetch),
  );
  // Without the lock: a gateway that starts does not wait for what another one deploys.
  const restored = await siteTurns(() => recovery.restore()).catch((error: unknown) => {
    logger.error(error, 'what was live cannot be restored');
    return false;
  });
  await site.refreshLeases();
  const watcher = watchSources(sources, {
    intervalMs: config.releasePollMs,
    jitter: 0.2,
    random: Math.random,
    take: intake.take,
    deploy: async (releases) => void (await deployer.deploy({ releases, actor: 'source', together: false })),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    onError: (source, error) => logger.warn({ err: error, app: source.app }, 'a release source failed'),
  });
  // The first look decides what is served; with a site from the disk nobody has to wait for an origin.
  const onlyFolders = config.releases.every((source) => source.type === 'folder');
  const first = watcher.start(onlyFolders ? LONGEST_GATHER_MS : GATHER_MS);
  if (!restored || onlyFolders) await first;
  const tidy = async (): Promise<void> => {
    const garbage = { state, blobs, reservations, storeBytes: config.storeBytes, now };
    const collected = await lockTurns(() =>
      stores.deployLock.tryHold(() => siteTurns(() => collectGarbage(garbage))),
    );
    await blobs.cache?.prune();
    await site.refreshLeases();
    await cache.prune(config.storeBytes / 4);
    if (collected && collected.blobs > 0) logger.info(collected, 'garbage was collected');
  };
  const tidying = setInterval(
    () => void tidy().catch((error: unknown) => logger.error(error)),
    TIDY_INTERVAL_MS,
  ).unref();
  const follower =
    stores.listen &&
    followActivations({
      look: () => siteTurns(() => activation.catchUp()),
      listen: (onActivation) =>
        stores.listen!({
          onActivation,
          onError: (error) => logger.warn({ err: error }, 'notifications of activations are interrupted'),
        }),
      pollMs: FOLLOW_MS,
      onFailing: (error) => logger.error(error, 'what another gateway activated cannot be shown here'),
    });
  const tokens = createTokenStore(db, now);
  const signed = createSignedValues(await keepSecret('session', db, config), 'session', now);
  const sessions = createSessions(signed, tokens, now);
  const ops = buildOpsApp({
    site,
    state,
    blobs,
    tokens,
    sessions,
    intake,
    operations,
    metrics,
    logger,
    now,
    inTurn,
  });
  const forms =
    enquirySettings &&
    (await openFormsPart({ db, config, settings: enquirySettings, siteConfig, site, pages, logger, now }));
  const app = buildApp(config, {
    site,
    pages,
    blobs,
    previews,
    reports,
    metrics,
    fetch,
    logger,
    ...(forms && { registerForms: forms.register }),
  });
  return {
    app,
    ops,
    site,
    operations,
    tokens,
    watcher,
    tidy,
    async close() {
      clearInterval(tidying);
      await Promise.all([watcher.close(), follower?.close()]);
      await Promise.all([app.close(), ops.close()]);
      await forms?.close();
      pool.close();
      await stores.close();
    },
  };
}
