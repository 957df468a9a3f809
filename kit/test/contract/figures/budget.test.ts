import { expect, test } from 'vitest';
import { budgetSchema } from '../../../src/contract/figures/budget.ts';

const SIZES = { js: 30_000, css: 8_000 };
const isBudget = (value: unknown) => budgetSchema.safeParse(value).success;

test.each([
  SIZES,
  { ...SIZES, html: 0, images: 100_000, render: 7.5 },
  { ...SIZES, vitals: { lcp: 2500, cls: 0.1, inp: 200 } },
])('%j is a budget', (value) => {
  expect(isBudget(value)).toBe(true);
});

test.each([
  {},
  { js: 1 },
  { ...SIZES, js: -1 },
  { ...SIZES, html: 1.5 },
  { ...SIZES, html: NaN },
  { ...SIZES, images: 1e308 },
  { ...SIZES, render: 0 },
  { ...SIZES, render: Infinity },
  { ...SIZES, vitals: { lcp: -1 } },
  { ...SIZES, vitals: { lcp: 1e308 } },
  { ...SIZES, vitals: { fcp: 100 } },
  { ...SIZES, fonts: 1 },
])('%j is none', (value) => {
  expect(isBudget(value)).toBe(false);
});
