import { expect, test } from 'vitest';
import { createStopRule, isTimeout } from '../../../src/releasing/admission/stop-rule.ts';
import { gatewayErrors } from '../../../src/platform/errors.ts';

test('three that used up their time limit are enough', () => {
  const rule = createStopRule(new AbortController().signal);
  const after = [1, 2, 3].map(() => {
    rule.count();
    return [rule.stopped(), rule.ended()];
  });
  expect(after).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ]);
});

test('the deadline ends it too', () => {
  const passing = new AbortController();
  const rule = createStopRule(passing.signal);
  passing.abort();
  expect([rule.stopped(), rule.ended()]).toEqual([false, true]);
});

test('what failed otherwise is no timeout', () => {
  expect(isTimeout(gatewayErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 1 }))).toBe(true);
  for (const other of [new Error('x'), gatewayErrors.RENDER_FAILED({ reason: 'x' }), undefined])
    expect(isTimeout(other)).toBe(false);
});
