import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createUpstreamMetrics } from '../../../../src/observing/telemetry/metrics/upstream-metrics.ts';

test('calls, old data and how it stands are told by the name of the upstream', async () => {
  const registry = new Registry();
  const metrics = createUpstreamMetrics(registry, () => 90_000);
  metrics.call('cms', 'ok', 20);
  metrics.call('cms', 'UPSTREAM_TIMEOUT', 3_000);
  metrics.call('cms', 'UPSTREAM_RATE');
  metrics.stale('cms');
  metrics.watch(() => [{ name: 'cms', apps: [], circuit: 'open', answers: 2, failing: 1, oldestAt: 30_000 }]);
  const text = await registry.metrics();
  for (const line of [
    'voltframe_upstream_calls_total{upstream="cms",outcome="ok"} 1',
    'voltframe_upstream_calls_total{upstream="cms",outcome="UPSTREAM_TIMEOUT"} 1',
    'voltframe_upstream_calls_total{upstream="cms",outcome="UPSTREAM_RATE"} 1',
    'voltframe_upstream_call_duration_seconds_count{upstream="cms"} 2',
    'voltframe_upstream_stale_total{upstream="cms"} 1',
    'voltframe_upstream_open{upstream="cms"} 1',
    'voltframe_upstream_failing_answers{upstream="cms"} 1',
    'voltframe_upstream_oldest_answer_seconds{upstream="cms"} 60',
  ])
    expect(text).toContain(line);
});
