import { expect, test } from 'vitest';
import { budgetSchema, declaredBudget } from '../../../src/contract/release/budget.ts';

const SIZES = { js: 30_000, css: 8_000 };

test('accepts bytes of documents and pictures in a release', () => {
  expect(budgetSchema.safeParse({ ...SIZES, html: 0, images: 100_000 }).success).toBe(true);
});

test.each([{ js: 1 }, { ...SIZES, js: -1 }, { ...SIZES, html: 1.5 }, { ...SIZES, render: 8 }])(
  'rejects %j in a release',
  (value) => {
    expect(budgetSchema.safeParse(value).success).toBe(false);
  },
);

test.each([
  [{}, true],
  [{ html: 20_000 }, true],
  [{ html: 20_000, vitals: {} }, false],
  [{ js: '30 kB' }, false],
  [{ css: undefined }, false],
])('takes the declared budget %j: %s', (budget, taken) => {
  expect(declaredBudget.safeParse(budget).success).toBe(taken);
});
