import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What is counted of upstreams. Their names are the operator's, the outcomes codes of the catalogue: bounded both. */
export interface UpstreamMetrics {
  /** @param ms undefined: it was not made */
  call(upstream: string, outcome: string, ms?: number): void;
  /** Somebody got the last good answer, since the upstream fails. */
  stale(upstream: string): void;
  /** @param state read when Prometheus asks */
  watch(state: () => UpstreamStatus[]): void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** @param now ms since the epoch */
export function createUpstreamMetrics(registry: Registry, now: () => number): UpstreamMetrics {
  const registers = [registry];
  let read = (): UpstreamStatus[] => [];
  const calls = new Counter({
    name: 'voltframe_upstream_calls_total',
    help: 'Calls of upstreams, with all their attempts.',
    labelNames: ['upstream', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'voltframe_upstream_call_duration_seconds',
    help: 'Calls of upstreams, with all their attempts.',
    labelNames: ['upstream'],
    registers,
    buckets: SECONDS,
  });
  const stale = new Counter({
    name: 'voltframe_upstream_stale_total',
    help: 'Times that the last good answer of an upstream that fails was used.',
    labelNames: ['upstream'],
    registers,
  });
  const gauge = (name: string, help: string, valueOf: (of: UpstreamStatus) => number) =>
    new Gauge({
      name: `voltframe_upstream_${name}`,
      help,
      labelNames: ['upstream'],
      registers,
      collect() {
        for (const entry of read()) this.set({ upstream: entry.name }, valueOf(entry));
      },
    });
  gauge('open', '1: it fails, and is left alone for a while.', ({ circuit }) => Number(circuit !== 'closed'));
  gauge('failing_answers', 'Answers whose last call failed.', ({ failing }) => failing);
  gauge('oldest_answer_seconds', 'Age of the oldest answer.', ({ oldestAt }) =>
    oldestAt === undefined ? 0 : (now() - oldestAt) / 1000,
  );
  return {
    call(upstream, outcome, ms) {
      calls.inc({ upstream, outcome });
      if (ms !== undefined) seconds.observe({ upstream }, ms / 1000);
    },
    stale: (upstream) => stale.inc({ upstream }),
    watch: (state) => void (read = state),
  };
}
