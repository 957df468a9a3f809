import { expect, test } from 'vitest';
import { budgetBar } from '../../../../../src/releasing/operations/page/charts/budget-bar.ts';

test.each([
  [50, 100, 'class="own"', 'width="240"', '50 %'],
  [100, 100, 'class="own"', 'width="480"', '100 %'],
  [200, 100, 'class="over"', 'x="239"', '200 %'],
  [0, 0, 'class="own"', 'width="0"', '0 %'],
])('%d of %d', (used, allowed, kind, size, words) => {
  const { text } = budgetBar('JavaScript of /', used, allowed);
  for (const part of [kind, size, `JavaScript of /: ${words} of the budget`]) expect(text).toContain(part);
});
