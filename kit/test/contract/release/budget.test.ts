import { expect, test } from 'vitest';
import { budgetSchema, declaredBudget } from '../../../src/contract/release/budget.ts';

const SIZES = { js: 30_000, css: 8_000 };

test.each([
  { ...SIZES, html: 0, images: 100_000 },
  // The schema ignores the measures of earlier versions.
  { ...SIZES, render: 'quick', vitals: { lcp: 2500, cls: 0.1, inp: 200 } },
])('accepts %j in a release', (value) => {
  expect(budgetSchema.safeParse(value).success).toBe(true);
});

test.each([{ js: 1 }, { ...SIZES, js: -1 }, { ...SIZES, html: 1.5 }, { ...SIZES, fonts: 1 }])(
  'rejects %j in a release',
  (value) => {
    expect(budgetSchema.safeParse(value).success).toBe(false);
  },
);

test.each([
  [{}, true],
  [{ html: 20_000, vitals: {} }, true],
  [{ js: '30 kB' }, false],
  [{ css: undefined }, false],
])('takes the declared budget %j: %s', (budget, taken) => {
  expect(declaredBudget.safeParse(budget).success).toBe(taken);
});
