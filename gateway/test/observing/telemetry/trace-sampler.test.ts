import { type Context, ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { createSampler } from '../../../src/observing/telemetry/trace-sampler.ts';

/** The context of the span of a caller. */
const calledBy = (sampled: boolean) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
const times = (many: number, ask: () => boolean) => Array.from({ length: many }, ask).filter(Boolean).length;

function samplingOf(ratio: number, chance = 0.5) {
  const clock = { now: 0 };
  const sampler = createSampler({ ratio, random: () => chance, now: () => clock.now });
  const samples = (parent: Context) =>
    sampler.shouldSample(parent, 'a'.repeat(32), 'GET', SpanKind.SERVER, {}, []).decision ===
    SamplingDecision.RECORD_AND_SAMPLED;
  return { clock, samples };
}

test.each([
  [0, 0.0, false],
  [0.01, 0.009, true],
  [0.01, 0.01, false],
  [1, 0.999, true],
])('decides with a ratio of %f and a random number of %f: %s', (ratio, chance, recorded) => {
  expect(samplingOf(ratio, chance).samples(ROOT_CONTEXT)).toBe(recorded);
});

test('records the traces of callers that record five times a second, others by the ratio', () => {
  const { clock, samples } = samplingOf(0);
  expect(times(1_000, () => samples(calledBy(true)))).toBe(5);
  clock.now = 1_001;
  expect(times(1_000, () => samples(calledBy(true)))).toBe(5);
});

test('does not record the trace of a caller that does not record', () => {
  const { samples } = samplingOf(1);
  expect(times(100, () => samples(calledBy(false)))).toBe(0);
});

test('records at most twenty requests a second', () => {
  const { clock, samples } = samplingOf(1);
  expect(times(1_000, () => samples(ROOT_CONTEXT))).toBe(20);
  clock.now = 1_001;
  expect(times(1_000, () => samples(ROOT_CONTEXT))).toBe(20);
});
