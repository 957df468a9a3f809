import { expect, test } from 'vitest';
import {
  at,
  budgetBar,
  chart,
  hourBars,
  trendLine,
} from '../../../../src/releasing/operations/page/charts.ts';
import { html } from '../../../../src/releasing/operations/page/html.ts';
import { HOUR, NOW } from './played-status.ts';

test('a chart is an image with an escaped label', () => {
  const { text } = chart({
    title: 'Errors of "<b>"',
    words: '3 in the last',
    height: 10,
    drawing: html`<path />`,
  });
  expect(text).toContain('role="img"');
  expect(text).toContain('aria-label="Errors of &quot;&lt;b&gt;&quot;: 3 in the last"');
  expect(text).not.toMatch(/style=|<script/);
});

test('coordinates have at most one decimal', () => {
  expect([at(1 / 3), at(2), at(-0.04)]).toEqual(['0.3', '2', '0']);
});

test.each([
  [50, 100, 'class="own"', 'width="240"', '50 %'],
  [100, 100, 'class="own"', 'width="480"', '100 %'],
  [200, 100, 'class="over"', 'x="239"', '200 %'],
  [0, 0, 'class="own"', 'width="0"', '0 %'],
])('a budget bar shows %d of %d', (used, allowed, kind, size, words) => {
  const { text } = budgetBar('JavaScript of /', used, allowed);
  for (const part of [kind, size, `JavaScript of /: ${words} of the budget`]) expect(text).toContain(part);
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

test('counts outside of the shown hours are left out, and counts of one hour add up', () => {
  const { text } = hourBars(
    'Errors',
    [count(4, 9, true), count(-1, 9, true), count(1, 1, true), count(1, 1, true)],
    4,
    NOW,
  );
  expect(rects(text)).toEqual([['own', 240, 0, 64]]);
});

test('a chart without counts has no bars', () => {
  expect(rects(hourBars('Errors', [], 4, NOW).text)).toEqual([]);
});

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

test('a line spans the first day to today and zero to the maximum, with a label', () => {
  const text = draw([point(2, 0), point(1, 50), point(0, 100)]);
  expect(text).toContain('d="M3 29L240 16L477 3"');
  expect(text).toContain('Largest paint: from 0 ms to 100 ms, at most 100 ms');
  expect(text).toMatch(/<span class="hint scale"[^>]*>from 0 ms to 100 ms, at most 100 ms</);
});

test('the days of the release are drawn as a line of their own', () => {
  expect(draw([point(2, 9), point(1, 9, true), point(0, 9, true)])).toContain(
    'class="line own" d="M240 3L477 3"',
  );
  expect(draw([point(2, 9), point(0, 9, true)])).not.toContain('line own');
});

test('no line is drawn for fewer than two shown days', () => {
  expect(draw([])).toBeUndefined();
  expect(draw([point(3, 9), point(0, 9)])).toBeUndefined();
  expect(draw([point(1, 0), point(0, 0)])).not.toContain('NaN');
});
