import { describe, expect, test } from 'vitest';
import type { AppSeen } from '../../../../src/observing/events/rules/app-seen.ts';
import { newErrors } from '../../../../src/observing/events/rules/new-errors.ts';
import { appSeen, BEFORE, errorGroup, HOUR, LIVE, NOW } from '../app-seen.ts';

const live = (since: number | undefined) => ({ release: LIVE, since });
const onServer = (times: number) => errorGroup({ kind: 'loader', browsers: {}, visitors: 0, times });

const cases: [what: string, changed: Partial<AppSeen>, told: boolean][] = [
  ['a new error of several visitors', { groups: [errorGroup()] }, true],
  ['one that an earlier release had, too', { groups: [errorGroup({ isNew: false })] }, false],
  ['one of another release', { groups: [errorGroup({ release: BEFORE })] }, false],
  [
    'one of a single visitor, however often',
    { groups: [errorGroup({ visitors: 1, times: 500, browsers: { safari: 500 } })] },
    false,
  ],
  ['one of the server, three times', { groups: [onServer(3)] }, true],
  ['one of the server, twice', { groups: [onServer(2)] }, false],
  ['one of a release that is a day old', { groups: [errorGroup()], live: live(NOW - 24 * HOUR) }, true],
  ['one of a release that is older', { groups: [errorGroup()], live: live(NOW - 24 * HOUR - 1) }, false],
  [
    'one of a release that is older than the history',
    { groups: [errorGroup()], live: live(undefined) },
    false,
  ],
  ['one of an app’s first release', { groups: [errorGroup()], before: undefined }, true],
];

describe('a new error in a young release', () => {
  test.each(cases)('%s', (_, changed, told) => {
    expect(newErrors(appSeen(changed))).toHaveLength(told ? 1 : 0);
  });

  test('is told with its place, each one for itself', () => {
    const found = newErrors(
      appSeen({ groups: [errorGroup(), errorGroup({ id: '00000000', place: undefined as never })] }),
    );
    expect(found.map(({ rule, subject, summary }) => [rule, subject, summary])).toEqual([
      [
        'new-error',
        '7k2m9x1q',
        'blog has a new error: "late is not defined" at src/pages/post.tsx:12, 12 times, 5 visitors',
      ],
      ['new-error', '00000000', 'blog has a new error: "late is not defined", 12 times, 5 visitors'],
    ]);
    expect(found[0]!.error).toMatchObject({ id: '7k2m9x1q', frames: ['Post (blog src/pages/post.tsx:12)'] });
  });

  test('is told in bounded size, whatever a browser said', () => {
    const long = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
    const [found] = newErrors(
      appSeen({ groups: [errorGroup({ message: long[0]!, place: long[0]!, frames: long, routes: long })] }),
    );
    expect(JSON.stringify(found).length).toBeLessThan(5_000);
  });
});
