import { randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import { enquiryMigrations } from '@voltframe/enquiries/migrations';
import type { EnquirySettings } from '@voltframe/enquiries/settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './platform/settings/config.ts';
import { openForms } from './open-enquiries.ts';
import { openMetrics, openOperations } from './operations/open-operations.ts';
import { openReleasing, type Releasing } from './releasing/open-releasing.ts';
import { createOutbox } from './platform/outbox/outbox.ts';
import { createMemoryRoom } from './platform/runtime/memory-room.ts';
import { openPurges } from './platform/outbox/purges.ts';
import { createHistoryLog } from './observing/history/history-log.ts';
import { openObserving } from './observing/open-observing.ts';
import { openServing, type Serving } from './serving/open-serving.ts';
import { openSiteApp } from './serving/open-site-app.ts';
import { closeSiteApp } from './serving/http/site-app.ts';
import { openStorage, type Storage } from './platform/open-platform.ts';
import type { TokenStore } from './platform/secrets/token-store.ts';
import type { Changes } from './releasing/activation/changes.ts';
import type { ReleaseIntake } from './releasing/releases/release-intake.ts';
import { createStateStore } from './releasing/state/state-store.ts';
import type { Site } from './serving/compositions/site.ts';
import { openUpstreams, type OpenUpstreamsOptions, type Upstreams } from './serving/upstreams/upstreams.ts';
import type { ProcessMetrics } from './observing/telemetry/process-metrics.ts';
import type { Tracer } from './observing/telemetry/tracer.ts';

/** A running gateway, not listening yet. */
export interface Gateway {
  /** The port of the site. */
  app: FastifyInstance;
  /** The operations port; listens on its own address. */
  ops: FastifyInstance;
  /** The port with only the metrics, if there is one. */
  metrics: FastifyInstance | undefined;
  /** See `openStorage`. */
  readOnly: Storage['readOnly'];
  site: Site;
  tokens: TokenStore;
  /** Looks at the sources of releases. */
  watcher: Releasing['watcher'];
  changes: Changes;
  intake: ReleaseIntake;
  /** See `Background`. */
  tidy: Releasing['tidy'];
  /** See `openUpstreams`. */
  reloadUpstreams: Upstreams['reload'];
  close(): Promise<void>;
}

export interface GatewayOptions extends Pick<OpenUpstreamsOptions, 'readUpstreams'> {
  config: Config;
  logger: FastifyBaseLogger;
  now: () => number;
  /** See `MemoryRoomOptions.limit`; absent: none. */
  memoryLimit?: () => number;
  enquiries: Omit<EnquirySettings, 'mail'>;
  processMetrics: ProcessMetrics;
  /** Undefined: no request is recorded. */
  tracer?: Tracer | undefined;
  /** Whether the gateway is about to stop: `/-/ready` then answers 503. Absent: never. */
  isLeaving?: () => boolean;
}

/** Opens the parts in order: each needs only those before it. They are closed in reverse. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, logger, now, tracer, processMetrics, readUpstreams, isLeaving = () => false } = options;
  const storage = await openStorage(config, enquiryMigrations, now, logger);
  const log = config.development.on ? undefined : createHistoryLog(logger);
  const state = createStateStore(storage.db, storage.listen !== undefined, log);
  const outbox = createOutbox({
    db: storage.db,
    mail: config.mail,
    siteUrl: config.site.url,
    fetch,
    now,
    random: Math.random,
    log: logger,
  });
  const observing = await openObserving({
    config,
    storage,
    history: state,
    outbox,
    site: () => serving.site,
    upstreams: () => upstreams.state(),
    renderPool: () => serving.processes.usage(),
    entryOf: (id) => forms.entries.entryOf(id),
    processMetrics,
    tracer,
    logger,
    now,
  });
  const { telemetry, development } = observing;
  const upstreams = await openUpstreams({
    config,
    storage,
    settings: state,
    telemetry,
    readUpstreams,
    logger,
    now,
  });
  const memory = createMemoryRoom({
    limit: options.memoryLimit ?? (() => Infinity),
    machineBytes: totalmem(),
  });
  const serving = openServing({
    config,
    storage,
    stored: state,
    memory,
    telemetry,
    development,
    // Without a file of upstreams, no page depends on an upstream.
    upstreams: config.upstreams.servers || readUpstreams ? upstreams : undefined,
    logger,
    now,
  });
  const { site } = serving;
  const purges = config.purging && openPurges({ db: storage.db, target: config.purging, outbox, now });
  const forms = await openForms(
    { ...options.enquiries, mail: config.mail },
    {
      config,
      db: storage.db,
      outbox,
      forms: site.forms,
      formsAt: site.formsAt,
      page: (at, address) => pageHtml(serving, at, address ?? ''),
      now,
    },
  );
  const gateway = randomUUID().slice(0, 4);
  const signedPreviews = await storage.signed('preview');
  const releasing = await openReleasing({
    config,
    storage,
    state,
    memory,
    purges,
    telemetry,
    development,
    serving,
    upstreams,
    gateway,
    signedPreviews,
    logger,
    now,
  });
  const app = openSiteApp({
    config,
    storage,
    stored: state,
    history: state,
    observing,
    serving,
    upstreams,
    forms: forms.routes,
    previews: { signed: signedPreviews, current: releasing.previews.current },
    gateway,
    gateways: () => releasing.fleet.others().length + 1,
    isLeaving,
    logger,
    now,
  });
  const ops = await openOperations({
    config,
    storage,
    state,
    observing,
    site,
    upstreams,
    releasing,
    forms,
    logger,
    now,
  });
  const metrics = openMetrics({ config, storage, observing, logger, now });
  if (!storage.readOnly) outbox.start();
  return {
    app,
    ops,
    metrics,
    readOnly: storage.readOnly,
    site,
    tokens: storage.tokens,
    watcher: releasing.watcher,
    changes: releasing.changes,
    intake: releasing.intake,
    tidy: releasing.tidy,
    reloadUpstreams: upstreams.reload,
    async close(): Promise<void> {
      // The ports close first: requests in progress are answered.
      await Promise.all([releasing.close(), closeSiteApp(app), ops.close(), metrics?.close()]);
      serving.close();
      await upstreams.close();
      await observing.close();
      await outbox.close();
      await storage.close();
    },
  };
}

/** @returns a page as visitors get it; without JavaScript, the errors of a form are shown in it. */
async function pageHtml(
  { site, pages }: Serving,
  at: string,
  address: string,
): Promise<{ status: number; html: string; policy?: string | undefined } | undefined> {
  const served = site.live();
  const answer = served && (await pages.document(served, at, '', address));
  // A missing page differs from a page that fails temporarily: its subject was removed.
  if (answer?.type === 'error') return { status: answer.error.status, html: '' };
  if (answer?.type !== 'body') return undefined;
  const { bytes } = await answer.body.in('identity');
  return {
    status: 200,
    html: bytes.toString('utf8'),
    policy: answer.headers['content-security-policy'],
  };
}
