import { expect, test } from 'vitest';
import { budgetBar } from '../../../src/operations/page/charts.ts';

test.each([
  [50, 100, 'class="own"', 'width="240"', '50 %'],
  [200, 100, 'class="over"', 'x="239"', '200 %'],
])('a budget bar of %d of %d is an image with an escaped label', (used, allowed, kind, size, words) => {
  const { text } = budgetBar('JavaScript of "<b>"', used, allowed);
  const label = `aria-label="JavaScript of &quot;&lt;b&gt;&quot;: ${words} of the budget"`;
  for (const part of ['role="img"', label, kind, size]) expect(text).toContain(part);
  expect(text).not.toMatch(/style=|<script/);
});
