import { expect, test } from 'vitest';
import {
  createSampling,
  formatTraceparent,
  parseTraceparent,
} from '../../../../src/observing/telemetry/traces/sampling.ts';

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

const [TRACE, SPAN] = ['a'.repeat(32), 'b'.repeat(16)];

test.each([
  ['sampled', `00-${TRACE}-${SPAN}-01`, true],
  ['not sampled', `00-${TRACE}-${SPAN}-00`, false],
  ['flags of later', `00-${TRACE}-${SPAN}-03`, true],
  ['a later version that says more', `cc-${TRACE}-${SPAN}-01-what-comes`, true],
])('a trace is taken up: %s', (_, header, sampled) => {
  expect(parseTraceparent(header)).toEqual({ traceId: TRACE, parentId: SPAN, sampled });
});

test.each([
  ['nothing', undefined],
  ['a list', [`00-${TRACE}-${SPAN}-01`]],
  ['two in one', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['version ff', `ff-${TRACE}-${SPAN}-01`],
  ['version 00 that says more', `00-${TRACE}-${SPAN}-01-x`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a short id', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
  ['100 kB', `cc-${TRACE}-${SPAN}-01-${'x'.repeat(100_000)}`],
])('what is no trace begins a new one: %s', (_, header) => expect(parseTraceparent(header)).toBeUndefined());

test.each([true, false])('what goes on is read as it was written: sampled %s', (sampled) => {
  const header = formatTraceparent({ traceId: TRACE, spanId: SPAN }, sampled);
  expect(parseTraceparent(header)).toEqual({ traceId: TRACE, parentId: SPAN, sampled });
});
