import { describe, expect, test } from 'vitest';
import type { AppSeen } from '../../../../src/observing/events/rules/app-seen.ts';
import { errorRise } from '../../../../src/observing/events/rules/error-rise.ts';
import { appSeen, BEFORE, errorGroup, HOUR, LIVE, NOW } from '../app-seen.ts';

const DAY = 24 * HOUR;
const today = NOW - (NOW % DAY);
const had = (release: string, times: number, at: number) => ({ release, hourMs: at - (at % HOUR), times });
const viewed = (release: string, count: number, dayMs: number) => ({ release, count, dayMs });
/** By hour: 96 in the 96 hours before, so that three times as many are six in two hours, and twenty are the fewest. */
const hourly = (times: number, before = 96) => [
  had(LIVE, times, NOW - HOUR),
  had(BEFORE, before, NOW - 10 * HOUR),
];
const views = (count: number, before: number) => [
  viewed(LIVE, count, today),
  viewed(BEFORE, before, today - DAY),
];
const groups = [errorGroup({ isNew: false })];
const one = [errorGroup({ visitors: 1, times: 60, browsers: { safari: 60 } })];
const server = [errorGroup({ visitors: 0, times: 60, browsers: {} })];

const cases: [what: string, changed: Partial<AppSeen>, told: boolean][] = [
  ['ten times as many an hour', { groups, errors: hourly(20) }, true],
  ['as many, but too few to say', { groups, errors: hourly(19) }, false],
  ['three times as many, no more', { groups, errors: hourly(60, 960) }, false],
  ['a little more than that', { groups, errors: hourly(61, 960) }, true],
  ['where the release before had none', { groups, errors: hourly(20, 0) }, true],
  ['all of one visitor', { groups: one, errors: hourly(60) }, false],
  ['all of the server', { groups: server, errors: hourly(60) }, true],
  ['of another release', { groups, errors: [had('f'.repeat(64), 60, NOW)] }, false],
  ['from before the release was live', { groups, errors: [had(LIVE, 60, NOW - 4 * HOUR)] }, false],
  ['where it is the first release', { groups, errors: hourly(60), before: undefined }, false],
  [
    'after one that was live for minutes',
    { groups, errors: hourly(60), before: { release: BEFORE, since: NOW - 2.5 * HOUR } },
    false,
  ],
  [
    'of a day long past',
    { groups, errors: [had(LIVE, 60, NOW - 3 * DAY)], live: { release: LIVE, since: NOW - 5 * DAY } },
    false,
  ],
  [
    'ten times as many, by as many more views',
    { groups, errors: hourly(20), views: views(10_000, 1_000) },
    false,
  ],
  ['as many an hour, by fewer views', { groups, errors: hourly(24, 1152), views: views(100, 48_000) }, true],
  ['by too few views: then by hour', { groups, errors: hourly(20), views: views(99, 1) }, true],
];

describe('errors that rose over the release before', () => {
  test.each(cases)('%s', (_, changed, told) => {
    expect(errorRise(appSeen(changed))).toHaveLength(told ? 1 : 0);
  });

  test('are told with both counts, and of what', () => {
    expect(errorRise(appSeen({ groups, errors: hourly(60) }))).toEqual([
      {
        rule: 'error-rate',
        subject: '',
        summary: 'blog has more errors than before: 60 in 2 hours; the release before had 96 in 96 hours',
        rate: { per: 'hour', errors: 60, of: 2, errorsBefore: 96, ofBefore: 96 },
      },
    ]);
    const [byView] = errorRise(appSeen({ groups, errors: hourly(60), views: views(500, 10_000) }));
    expect(byView!.summary).toContain('60 in 500 views; the release before had 96 in 10000 views');
  });
});
