import { expect, test } from 'vitest';
import { budgetBar, hourBars, trendLine } from '../../../src/operations/page/charts.ts';
import type { Html } from '../../../src/operations/page/html.ts';
import { HOUR, NOW } from './played-status.ts';

test.each([
  [50, 100, 'class="own"', 'width="240"', '50 %'],
  [200, 100, 'class="over"', 'x="239"', '200 %'],
])('a budget bar of %d of %d is an image with an escaped label', (used, allowed, kind, size, words) => {
  const { text } = budgetBar('JavaScript of "<b>"', used, allowed);
  const label = `aria-label="JavaScript of &quot;&lt;b&gt;&quot;: ${words} of the budget"`;
  for (const part of ['role="img"', label, kind, size]) expect(text).toContain(part);
  expect(text).not.toMatch(/style=|<script/);
});

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

test('each hour has a bar of own errors below those of others, and the tallest bar fills the chart', () => {
  const { text } = hourBars('Errors', [count(0, 3, true), count(0, 1, false), count(3, 2, false)], 4, NOW);
  expect(rects(text)).toEqual([
    ['others', 0, 32, 32],
    ['own', 360, 16, 48],
    ['others', 360, 0, 16],
  ]);
  expect(text).toContain('Errors: 3 of this release and 3 of others in 4 hours; 4 in the last');
  expect(text).toContain('<span class="scale" aria-hidden="true">4</span>');
});

const TODAY = NOW - (NOW % (24 * HOUR));
const point = (daysAgo: number, value: number) => ({
  dayMs: TODAY - daysAgo * 24 * HOUR,
  value,
  isOwn: daysAgo < 2,
});

test('a line spans the first day to today and zero to the maximum, with a label', () => {
  const draw = (...points: ReturnType<typeof point>[]) =>
    trendLine('Largest paint', points, { days: 3, now: NOW, inWords: (value) => `${value} ms` });
  const { text } = draw(point(2, 0), point(1, 50), point(0, 100)) as Html;
  expect(text).toContain('d="M3 29L240 16L477 3"');
  expect(text).toContain('class="line own" d="M240 16L477 3"');
  expect(text).toContain('Largest paint: from 0 ms to 100 ms, at most 100 ms');
  expect(text).toMatch(/<span class="hint scale"[^>]*>from 0 ms to 100 ms, at most 100 ms</);
  expect(draw(point(3, 9), point(0, 9))).toBe(false);
});
