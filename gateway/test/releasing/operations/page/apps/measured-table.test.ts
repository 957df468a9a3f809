import type { RouteMeasurement } from '@voltframe/kit/contract/operations/figures';
import { expect, test } from 'vitest';
import {
  changedTable,
  measuredTable,
} from '../../../../../src/releasing/operations/page/apps/measured-table.ts';
import { figuresOf, measurement, routes } from '../played-seen.ts';
import { wordsOf } from '../played-status.ts';

type Routes = Record<string, RouteMeasurement>;
const changed = (now: Routes, before: Routes) =>
  wordsOf(changedTable(figuresOf({ measured: { routes: now }, measuredBefore: { routes: before } }), []));

test('a route has its bytes, what they were, and how much of its budget they are', () => {
  const { measured, measuredBefore } = figuresOf();
  const table = measuredTable({ measured: measured!, measuredBefore: measuredBefore! }, routes);
  expect(wordsOf(table)).toContain('/blog 9.2 kB 19.0 kB was 14.1 kB');
  expect(wordsOf(table)).toContain('of 20.0 kB');
  expect(table).toMatchObject({ text: expect.stringContaining('118 % of the budget') });
  expect(measuredTable({}, [])).toBe(false);
});

test('what a release changed is shown, what it left is counted', () => {
  const words = changed(
    { '/a': measurement({ js: 19_000 }), '/b': measurement(), '/c': measurement({ requests: 8 }) },
    { '/a': measurement(), '/b': measurement(), '/c': measurement() },
  );
  expect(words).toContain('/a 9.2 kB 14.1 kB → 19.0 kB +35 %');
  expect(words).toContain('9 → 8 −11 %');
  expect(words).toContain('One route is as before.');
  expect(words).not.toContain('/b');
});

test('a route that came or went is said so', () => {
  const words = changed({ '/new': measurement() }, { '/old': measurement() });
  expect(words).toContain('/new 9.2 kB new');
  expect(words).toContain('/old gone, was 9.2 kB');
});

test('of the first release there is nothing to compare', () => {
  expect(changedTable({ measured: { routes: { '/a': measurement() } } }, [])).toBe(false);
});
