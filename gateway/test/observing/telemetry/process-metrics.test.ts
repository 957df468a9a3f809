import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/observing/telemetry/metrics.ts';
import { collectProcessMetrics } from '../../../src/observing/telemetry/process-metrics.ts';
import { noSources } from '../../fixtures/test-telemetry.ts';

test('two gateways of a process expose the same metrics of the process, beside their own', async () => {
  const sources = { ...noSources, process: collectProcessMetrics() };
  const started = /^process_start_time_seconds \d+$/gm;
  const gateways = [createMetrics(sources, () => 0), createMetrics(sources, () => 0)];
  const texts = await Promise.all(gateways.map(async (metrics) => (await metrics.expose()).text));
  for (const text of texts) {
    expect(text.match(started)).toHaveLength(1);
    expect(text).toContain('voltframe_version_info');
  }
  expect(texts[0]!.match(started)).toEqual(texts[1]!.match(started));
});

test('a gateway without metrics of the process observes nothing of it', async () => {
  expect((await createMetrics(noSources, () => 0).expose()).text).not.toMatch(/^(process|nodejs)_/m);
});
