import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test, vi } from 'vitest';
import {
  changeOf,
  compareErrors,
  VITAL_WORDS,
  vitalsOfAll,
  maySee,
  percent,
  readSeen,
  type SeenSources,
} from '../../../../src/releasing/operations/page/observed.ts';
import { errorGroup, figure, figuresOf, hoursOf } from './played-seen.ts';
import { digest, HOUR, NOW, operator, team } from './played-status.ts';
import type { VitalSummary } from '@voltframe/kit/contract/operations/vitals';

test.each<[Token, string, boolean]>([
  [operator, 'blog', true],
  [team('blog'), 'blog', true],
  [team('blog'), 'legal', false],
])('%j may see the errors and figures of %s: %s', (you, app, may) => {
  expect(maySee(you, app)).toBe(may);
});

test('readSeen reads two days of errors by the hour, a week of groups, and the live figures', async () => {
  const hours = hoursOf(digest('a'), [1]);
  const errors = {
    rates: vi.fn<SeenSources['errors']['rates']>(async () => hours),
    list: vi.fn<SeenSources['errors']['list']>(async () => ({ groups: [errorGroup()], more: true })),
    find: async () => [],
  };
  const figures = {
    of: vi.fn<SeenSources['figures']['of']>(async () => figuresOf()),
    series: async () => [],
  };
  const of = { app: 'blog', live: digest('a'), since: NOW - HOUR };
  expect(await readSeen({ errors, figures }, of, NOW)).toEqual({
    ...of,
    hours,
    groups: [errorGroup()],
    more: true,
    figures: figuresOf(),
  });
  expect(errors.rates).toHaveBeenCalledWith('blog', NOW - 48 * HOUR, NOW + HOUR);
  expect(errors.list).toHaveBeenCalledWith({ app: 'blog', sinceMs: NOW - 168 * HOUR, limit: 20 });
  expect(figures.of).toHaveBeenCalledWith('blog', digest('a'));
});

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

test.each([
  ['lcp', 240.4, '240 ms'],
  ['lcp', 1_849, '1.8 s'],
  ['lcp', 61_000, '61 s'],
  ['cls', 0.043, '0.04'],
] as const)('%s of %d is written as %s', (name, value, words) => {
  expect(VITAL_WORDS[name].inWords(value)).toBe(words);
});

test.each([
  [112, 100, '+12 %'],
  [97, 100, '−3 %'],
  [100.2, 100, '±0 %'],
  [5, 0, '±0 %'],
])('percent(%d, %d) is %s', (now, before, words) => {
  expect(percent(now, before)).toBe(words);
});

test('vitalsOfAll returns the figures without a route and a device', () => {
  expect(vitalsOfAll(undefined)).toEqual([]);
  expect(vitalsOfAll(figuresOf()).map(({ name }) => name)).toEqual(['lcp', 'cls', 'inp']);
});
