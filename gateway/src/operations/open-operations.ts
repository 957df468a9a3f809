import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Observing } from '../observing/open-observing.ts';
import type { Forms } from '../open-enquiries.ts';
import type { Storage } from '../platform/open-platform.ts';
import type { Config } from '../platform/settings/config.ts';
import type { Releasing } from '../releasing/open-releasing.ts';
import type { StateStore } from '../releasing/state/state-store.ts';
import type { Site } from '../serving/compositions/site.ts';
import type { Upstreams } from '../serving/upstreams/upstreams.ts';
import { buildMetricsApp, buildOpsApp } from './operations-app.ts';
import { createSessions } from './page/session.ts';

/** The wings below, and the settings of the operator. */
export interface OperationsOptions {
  config: Config;
  storage: Storage;
  state: StateStore;
  observing: Observing;
  site: Site;
  upstreams: Upstreams;
  releasing: Releasing;
  forms: Forms;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** @returns the port with only the metrics, not listening yet; undefined: the operator set none. */
export function openMetrics(
  options: Pick<OperationsOptions, 'config' | 'storage' | 'observing' | 'logger' | 'now'>,
): FastifyInstance | undefined {
  const { config, storage, observing, logger, now } = options;
  const { hosts, host, metricsPort } = config.operations;
  if (metricsPort === undefined) return undefined;
  const { tokens } = storage;
  return buildMetricsApp({ tokens, telemetry: observing.telemetry, hosts: [...hosts, host], logger, now });
}

/** @returns the operations port, which is not listening yet. */
export async function openOperations(options: OperationsOptions): Promise<FastifyInstance> {
  const { storage, observing, site, upstreams, releasing, forms, logger, now } = options;
  const { packagesDir, hosts, host } = options.config.operations;
  return buildOpsApp({
    state: options.state,
    database: storage.database,
    blobs: storage.blobs,
    tokens: storage.tokens,
    keys: storage.keys,
    disk: storage.disk,
    telemetry: observing.telemetry,
    errors: observing.errorReader,
    site,
    upstreams,
    entries: forms.entries,
    fleet: releasing.fleet,
    intake: releasing.intake,
    changes: releasing.changes,
    previews: releasing.previews,
    sessions: createSessions(await storage.signed('session'), storage.tokens, now),
    hosts: [...hosts, host],
    packagesDir,
    logger,
    now,
  });
}
