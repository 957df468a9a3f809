import { expect, test } from 'vitest';
import { hourBars } from '../../../../../src/releasing/operations/page/charts/hour-bars.ts';
import { HOUR, NOW } from '../played-status.ts';

const THIS_HOUR = NOW - (NOW % HOUR);
const count = (hoursAgo: number, times: number, isOwn: boolean) => ({
  hourMs: THIS_HOUR - hoursAgo * HOUR,
  times,
  isOwn,
});
const rects = (text: string) =>
  [
    ...text.matchAll(
      /<rect\s+class="(\w+)"\s+x="([\d.]+)"\s+y="([\d.]+)"\s+width="[\d.]+"\s+height="([\d.]+)"/g,
    ),
  ].map(([, kind, ...numbers]) => [kind, ...numbers.map(Number)]);

test('each hour has a bar: the release’s own below, those of others on it, the tallest as high as the chart', () => {
  const { text } = hourBars('Errors', [count(0, 3, true), count(0, 1, false), count(3, 2, false)], 4, NOW);
  expect(rects(text)).toEqual([
    ['others', 0, 32, 32],
    ['own', 360, 16, 48],
    ['others', 360, 0, 16],
  ]);
  expect(text).toContain('Errors: 3 of this release and 3 of others in 4 hours; 4 in the last');
});

test('what is older than the chart, or of a time to come, is left out; several of an hour add up', () => {
  const { text } = hourBars(
    'Errors',
    [count(4, 9, true), count(-1, 9, true), count(1, 1, true), count(1, 1, true)],
    4,
    NOW,
  );
  expect(rects(text)).toEqual([['own', 240, 0, 64]]);
});

test('without any there is the axis alone', () => {
  expect(rects(hourBars('Errors', [], 4, NOW).text)).toEqual([]);
});
