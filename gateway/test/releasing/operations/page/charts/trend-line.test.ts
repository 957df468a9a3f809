import { expect, test } from 'vitest';
import { trendLine } from '../../../../../src/releasing/operations/page/charts/trend-line.ts';
import { HOUR, NOW } from '../played-status.ts';

const TODAY = NOW - (NOW % (24 * HOUR));
const point = (daysAgo: number, value: number, isOwn = false) => ({
  dayMs: TODAY - daysAgo * 24 * HOUR,
  value,
  isOwn,
});
const draw = (points: ReturnType<typeof point>[]) => {
  const line = trendLine('Largest paint', points, { days: 3, now: NOW, inWords: (value) => `${value} ms` });
  return line === false ? undefined : line.text;
};

test('a line goes from the first day to today, from zero up to the most, and says so', () => {
  const text = draw([point(2, 0), point(1, 50), point(0, 100)]);
  expect(text).toContain('d="M3 29L240 16L477 3"');
  expect(text).toContain('Largest paint: from 0 ms to 100 ms, at most 100 ms');
});

test('what is of the release is drawn apart', () => {
  expect(draw([point(2, 9), point(1, 9, true), point(0, 9, true)])).toContain(
    'class="line own" d="M240 3L477 3"',
  );
  expect(draw([point(2, 9), point(0, 9, true)])).not.toContain('line own');
});

test('less than two days of the time that is shown are no line', () => {
  expect(draw([])).toBeUndefined();
  expect(draw([point(3, 9), point(0, 9)])).toBeUndefined();
  expect(draw([point(1, 0), point(0, 0)])).not.toContain('NaN');
});
