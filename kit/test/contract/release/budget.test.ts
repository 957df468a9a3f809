import { expect, test } from 'vitest';
import { budgetIssue, budgetSchema, type RouteBudget } from '../../../src/contract/release/budget.ts';

const SIZES = { js: 30_000, css: 8_000 };
const isBudget = (value: unknown) => budgetSchema.safeParse(value).success;

test.each([
  SIZES,
  { ...SIZES, html: 0, images: 100_000 },
  // Ignored.
  { ...SIZES, render: 7.5 },
  { ...SIZES, render: 'quick' },
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
  { ...SIZES, vitals: { lcp: -1 } },
  { ...SIZES, vitals: { lcp: 1e308 } },
  { ...SIZES, vitals: { fcp: 100 } },
  { ...SIZES, fonts: 1 },
])('%j is none', (value) => {
  expect(isBudget(value)).toBe(false);
});

const NAMES = 'js, css, html, images, render, vitals';
const VITALS = 'lcp, cls, inp, ttfb, hydration, navigation';
const BYTES = 'it has to be a whole number of bytes (30_000)';
const VITAL = 'it has to be above 0 and at most 600,000, in milliseconds but for cls';

test.each<Partial<RouteBudget>>([
  {},
  { js: 0 },
  { html: 20_000, vitals: {} },
  { render: 0.5, vitals: { cls: 0.1, navigation: 300 } },
])('a team may declare %j', (budget) => {
  expect(budgetIssue('budget', budget)).toBeUndefined();
});

test.each([
  [[30_000], `budget: it has to be an object of ${NAMES}`],
  [null, `budget: it has to be an object of ${NAMES}`],
  [{ javascript: 1 }, `budget.javascript: it has to be one of ${NAMES}`],
  [{ constructor: 1 }, `budget.constructor: it has to be one of ${NAMES}`],
  [{ ['x'.repeat(1_000)]: 1 }, `budget.${'x'.repeat(40)}: it has to be one of ${NAMES}`],
  [{ js: '30 kB' }, `budget.js: ${BYTES}`],
  [{ css: undefined }, `budget.css: ${BYTES}`],
  [{ html: undefined }, `budget.html: ${BYTES}`],
  [{ images: -1 }, `budget.images: ${BYTES}`],
  [{ vitals: 2500 }, `budget.vitals: it has to be an object of ${VITALS}`],
  [{ vitals: { fcp: 100 } }, `budget.vitals.fcp: it has to be one of ${VITALS}`],
  [{ vitals: { lcp: 0 } }, `budget.vitals.lcp: ${VITAL}`],
  [{ vitals: { lcp: undefined } }, `budget.vitals.lcp: ${VITAL}`],
])('of %j it is said what is wrong, and what it has to be', (budget, issue) => {
  expect(budgetIssue('budget', budget)).toBe(issue);
});

test('the types that authors see have these keys, and no others', () => {
  const all = { js: 1, css: 1, html: 1, images: 1, render: 1, vitals: { lcp: 1 } } satisfies RouteBudget;
  expect(Object.keys(budgetSchema.shape)).toEqual(Object.keys(all));
  // @ts-expect-error no budget is named so
  const unknown: Partial<RouteBudget> = { javascript: 1 };
  // @ts-expect-error no vital is named so
  const vital: Partial<RouteBudget> = { vitals: { fcp: 1 } };
  // @ts-expect-error what is undefined is not left out
  const undeclared: Partial<RouteBudget> = { js: undefined };
  for (const wrong of [unknown, vital, undeclared]) expect(budgetIssue('budget', wrong)).toBeDefined();
});
