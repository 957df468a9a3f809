import { expect, test } from 'vitest';
import { changeOf, compareErrors } from '../../../src/operations/page/observed.ts';
import { figure, hoursOf } from './played-seen.ts';
import { digest, HOUR, NOW } from './played-status.ts';
import type { VitalSummary } from '@voltframe/kit/contract/operations/vitals';

const [live, old] = [digest('a'), digest('b')];
const many = (times: number, hours: number) => Array.from({ length: hours }, () => times);

test('a release of today is compared with the previous release', () => {
  const hours = [...hoursOf(old, [...many(2, 23), 0, 0]), ...hoursOf(live, [6, 9, 12])];
  const compared = compareErrors({ live, since: NOW - 2 * HOUR, hours }, NOW);
  expect(compared).toMatchObject({ times: 27, beforeRelease: true, worse: true });
  expect(compared.perHour).toBeCloseTo(10.8);
  expect(compared.perHourBefore).toBeCloseTo(46 / 24);
});

test('an older release is compared with the day before, of any release', () => {
  const hours = hoursOf(live, [...many(1, 24), ...many(5, 24)]);
  const compared = compareErrors({ live, since: NOW - 90 * HOUR, hours }, NOW);
  expect(compared).toMatchObject({ beforeRelease: false, worse: true });
});

test.each([
  ['few errors', [0, 2, 2], [0]],
  ['as many errors as before', [6, 9, 12], many(12, 30)],
  ['no errors', [], []],
])('%s are no rise', (_, now, before) => {
  const hours = [...hoursOf(old, [...before, 0, 0, 0]), ...hoursOf(live, now)];
  expect(compareErrors({ live, since: NOW - 2 * HOUR, hours }, NOW).worse).toBe(false);
});

test('late errors of the previous release, in open pages, do not count for the live release', () => {
  const hours = hoursOf(old, [0, 40, 40]);
  expect(compareErrors({ live, since: NOW - 2.5 * HOUR, hours }, NOW)).toMatchObject({
    times: 0,
    worse: false,
  });
});

test.each<[VitalSummary, ReturnType<typeof changeOf>]>([
  [figure('lcp', 2_900, 1_800), 'worse'],
  [figure('lcp', 1_800, 2_900), 'better'],
  [figure('lcp', 1_890, 1_800), undefined],
  [figure('lcp', 190, 100), undefined],
  [figure('cls', 0.3, 0.1), 'worse'],
  [figure('lcp', 2_900), undefined],
])('the change of %j is %s', (measured, change) => {
  expect(changeOf(measured)).toBe(change);
});
