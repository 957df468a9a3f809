import { expect, test } from 'vitest';
import { compareErrors } from '../../../src/operations/page/observed.ts';
import { hoursOf } from './played-seen.ts';
import { digest, HOUR, NOW } from './played-status.ts';

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
