import { expect, test } from 'vitest';
import { NO_TRACER } from '../../../src/observing/telemetry/tracer.ts';

test('passes requests directly to the listener that answers from memory', () => {
  const [rest, fast] = [() => {}, () => {}];
  const chosen: unknown[] = [];
  const answers = { recorded: () => {}, fast: (next: unknown) => (chosen.push(next), fast) };
  const listener = NO_TRACER.listener(answers, rest);
  expect([listener, chosen]).toEqual([fast, [rest]]);
});
