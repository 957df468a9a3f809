import { expect, test } from 'vitest';
import { createStopRule, isEmptyPage, isTimeout } from '../../../src/releasing/admission/run-candidate.ts';
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

test.each([
  ['', true],
  ['  \n', true],
  ['<main></main>', true],
  ['<main> <p title="text"> </p></main>', true],
  ['<main>text</main>', false],
  ['text', false],
  ['<p></p> text', false],
  ['<img alt="">', false],
  ['<svg></svg>', false],
  ['<imgs>', true],
  ['<', false],
  ['<p', false],
])('%j: %j', (html, empty) => expect(isEmptyPage(html)).toBe(empty));

test('4 MB that no tag ends are looked at once', () => {
  expect(isEmptyPage('<'.repeat(4 * 1024 * 1024))).toBe(false);
  expect(isEmptyPage('<>'.repeat(2 * 1024 * 1024))).toBe(true);
});
