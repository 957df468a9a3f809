import { expect, test } from 'vitest';
import { compareErrors } from '../../../../../src/releasing/operations/page/seen/errors-compared.ts';
import { hoursOf } from '../played-seen.ts';
import { digest, HOUR, NOW } from '../played-status.ts';

const [live, old] = [digest('a'), digest('b')];
const many = (times: number, hours: number) => Array.from({ length: hours }, () => times);

test('a release of today is compared with the one before it', () => {
  const hours = [...hoursOf(old, [...many(2, 23), 0, 0]), ...hoursOf(live, [6, 9, 12])];
  const compared = compareErrors({ live, since: NOW - 2 * HOUR, hours }, NOW);
  expect(compared).toMatchObject({ lastHour: 21, times: 27, beforeRelease: true, worse: true });
  expect(compared.perHour).toBeCloseTo(10.8);
  expect(compared.perHourBefore).toBeCloseTo(46 / 24);
});

test('one that is older is compared with the day before, whoever’s that was', () => {
  const hours = hoursOf(live, [...many(1, 24), ...many(5, 24)]);
  const compared = compareErrors({ live, since: NOW - 90 * HOUR, hours }, NOW);
  expect(compared).toMatchObject({ beforeRelease: false, worse: true });
});

test.each([
  ['few errors', [0, 2, 2], [0]],
  ['as many as before', [6, 9, 12], many(12, 30)],
  ['none', [], []],
])('%s are not worse', (_, now, before) => {
  const hours = [...hoursOf(old, [...before, 0, 0, 0]), ...hoursOf(live, now)];
  expect(compareErrors({ live, since: NOW - 2 * HOUR, hours }, NOW).worse).toBe(false);
});

test('late errors of the release before, in pages that are open, are not the live one’s', () => {
  const hours = hoursOf(old, [0, 40, 40]);
  expect(compareErrors({ live, since: NOW - 2.5 * HOUR, hours }, NOW)).toMatchObject({
    times: 0,
    worse: false,
  });
});
