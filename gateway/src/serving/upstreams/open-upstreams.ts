import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import type { Metrics } from '../../observing/telemetry/metrics/metrics.ts';
import { openConnectionPool } from './fetch-response.ts';
import { createUpstreamClient } from './upstream-client.ts';
import { createResponseStore } from './response-store.ts';
import type { UpstreamSettings } from '../../platform/settings/upstreams/upstream-settings.ts';
import { createUpstreams, type Upstreams } from './upstreams.ts';
import type { Tracer } from '../../observing/telemetry/traces/tracer.ts';
import type { Storage } from '../../platform/open-platform.ts';
import { after, every } from '../../platform/processes/timers.ts';

interface UpstreamsPartOptions {
  config: Pick<Config, 'upstreamAnswersBytes'>;
  storage: Storage;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  now: () => number;
  tracer?: Tracer | undefined;
  upstreamSettings?: UpstreamSettings[];
}

const RENEW_MS = 5_000;
/** Of each app. */
const MAX_ANSWERS = 1_000;

/** What apps ask of backends: their connections, and the answers. */
export async function openUpstreams(options: UpstreamsPartOptions): Promise<Upstreams> {
  const { config, storage, metrics, logger, now, tracer, upstreamSettings = [] } = options;
  const shared = storage.listen !== undefined;
  const opened = upstreamSettings.map((settings) => {
    const pool = openConnectionPool(settings.connections, settings.timeoutMs);
    const client = createUpstreamClient({
      upstream: settings,
      send: pool.send,
      now,
      random: Math.random,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
      after,
      tracer,
      onCall: (outcome, ms) => metrics.upstreams.call(settings.name, outcome, ms),
    });
    return { settings, client, pool };
  });
  const upstreams = await createUpstreams({
    configured: opened,
    store: createResponseStore({ db: storage.db, shared, now }),
    shared,
    limits: { answers: MAX_ANSWERS, bytes: config.upstreamAnswersBytes },
    now,
    onError: (error) => logger.warn({ err: error }, 'answers of upstreams cannot be stored, or read'),
    onStale: metrics.upstreams.stale,
  });
  metrics.upstreams.watch(upstreams.state);
  const stop = every(RENEW_MS, () => void upstreams.renew());
  return {
    ...upstreams,
    async close() {
      stop();
      await upstreams.close();
      await Promise.all(opened.map(({ pool }) => pool.close()));
    },
  };
}
