import { expect, test } from 'vitest';
import { budgetSchema, declaredBudget, type RouteBudget } from '../../../src/contract/release/budget.ts';

const SIZES = { js: 30_000, css: 8_000 };
const isBudget = (value: unknown) => budgetSchema.safeParse(value).success;

test.each([
  SIZES,
  { ...SIZES, html: 0, images: 100_000 },
  // The schema ignores unknown measures of render and vitals.
  { ...SIZES, render: 7.5 },
  { ...SIZES, render: 'quick' },
  { ...SIZES, vitals: { lcp: 2500, cls: 0.1, inp: 200 } },
])('accepts %j in a release', (value) => {
  expect(isBudget(value)).toBe(true);
});

test.each([
  {},
  { js: 1 },
  { ...SIZES, js: -1 },
  { ...SIZES, html: 1.5 },
  { ...SIZES, html: NaN },
  { ...SIZES, images: 1e308 },
  { ...SIZES, fonts: 1 },
])('rejects %j in a release', (value) => {
  expect(isBudget(value)).toBe(false);
});

test.each<Partial<RouteBudget>>([{}, { js: 0 }, { html: 20_000, vitals: {} }, { render: 0.5 }])(
  'accepts the declared budget %j',
  (budget) => expect(declaredBudget.safeParse(budget).success).toBe(true),
);

test.each([[30_000], null, { javascript: 1 }, { js: '30 kB' }, { css: undefined }, { images: -1 }])(
  'rejects the declared budget %j',
  (budget) => expect(declaredBudget.safeParse(budget).success).toBe(false),
);
