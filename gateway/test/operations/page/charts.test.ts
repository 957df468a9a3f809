import { expect, test } from 'vitest';
import { budgetBar, hourBars } from '../../../src/operations/page/charts.ts';
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
