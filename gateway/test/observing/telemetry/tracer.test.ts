import { expect, test } from 'vitest';
import { formatTraceparent, NO_TRACER, parseTraceparent } from '../../../src/observing/telemetry/tracer.ts';

test('passes requests directly to the listener that answers from memory', () => {
  const [rest, fast] = [() => {}, () => {}];
  const chosen: unknown[] = [];
  const listener = NO_TRACER.listener({
    recorded: () => {},
    fast: (next) => (chosen.push(next), fast),
    rest,
  });
  expect([listener, chosen]).toEqual([fast, [rest]]);
});

const [TRACE, SPAN] = ['a'.repeat(32), 'b'.repeat(16)];

test.each([
  ['sampled', `00-${TRACE}-${SPAN}-01`, true],
  ['not sampled', `00-${TRACE}-${SPAN}-00`, false],
  ['flags of a later version', `00-${TRACE}-${SPAN}-03`, true],
  ['a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-comes`, true],
])('parses a traceparent: %s', (_, header, sampled) => {
  expect(parseTraceparent(header)).toEqual({ traceId: TRACE, parentId: SPAN, sampled });
});

test.each([
  ['undefined', undefined],
  ['a list', [`00-${TRACE}-${SPAN}-01`]],
  ['two in one', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['version ff', `ff-${TRACE}-${SPAN}-01`],
  ['version 00 with more fields', `00-${TRACE}-${SPAN}-01-x`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a short id', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
  ['100 kB', `cc-${TRACE}-${SPAN}-01-${'x'.repeat(100_000)}`],
])('refuses an invalid traceparent: %s', (_, header) => expect(parseTraceparent(header)).toBeUndefined());

test.each([true, false])('reads a traceparent that it wrote: sampled %s', (sampled) => {
  const header = formatTraceparent({ traceId: TRACE, spanId: SPAN }, sampled);
  expect(parseTraceparent(header)).toEqual({ traceId: TRACE, parentId: SPAN, sampled });
});
