import { expect, test } from 'vitest';
import { createSampling } from '../../../../src/observing/telemetry/traces/sampling.ts';

const parent = (sampled: boolean) => ({ traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), sampled });
const times = (many: number, ask: () => boolean) => Array.from({ length: many }, ask).filter(Boolean).length;

function setUp(ratio: number, chance = 0.5) {
  const clock = { now: 0 };
  return { clock, samples: createSampling({ ratio, random: () => chance, now: () => clock.now }) };
}

test.each([
  [0, 0.0, false],
  [0.01, 0.009, true],
  [0.01, 0.01, false],
  [1, 0.999, true],
])('of a share of %f, chance %f records a request: %s', (ratio, chance, recorded) => {
  expect(setUp(ratio, chance).samples(undefined)).toBe(recorded);
});

test('a caller that records is believed five times a second; then chance decides for it, too', () => {
  const { clock, samples } = setUp(0);
  expect(times(1_000, () => samples(parent(true)))).toBe(5);
  clock.now = 1_001;
  expect(times(1_000, () => samples(parent(true)))).toBe(5);
});

test('a caller that does not record is believed', () => {
  const { samples } = setUp(1);
  expect(times(100, () => samples(parent(false)))).toBe(0);
});

test('no more than twenty a second are recorded, whatever the share', () => {
  const { clock, samples } = setUp(1);
  expect(times(1_000, () => samples(undefined))).toBe(20);
  clock.now = 1_001;
  expect(times(1_000, () => samples(undefined))).toBe(20);
});
