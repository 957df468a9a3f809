import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { expect, test } from 'vitest';
import {
  earlierReleases,
  earlierWith,
  liveSteps,
} from '../../../../src/releasing/activation/rollback/live-line.ts';

/** One entry for each `app action from>to`; entries with the same number are one step. Oldest first. */
function historyOf(...lines: [number, string][]): HistoryEntry[] {
  const entries = lines.map(([step, line]) => {
    const [app, action, move] = line.split(' ') as [string, HistoryAction, string];
    const [from, to] = move.split('>').map((digest) => digest || null) as [string | null, string | null];
    return { at: step, actor: 'ada', action, app, from, to, note: '', composition: `c${step}` };
  });
  return entries.toReversed();
}

test.each([
  [[[1, 'docs activate >1']], []],
  [
    [
      [1, 'docs activate >1'],
      [2, 'docs activate 1>2'],
      [3, 'docs activate 2>3'],
    ],
    ['2', '1'],
  ],
  [
    [
      [1, 'docs activate >1'],
      [2, 'docs activate 1>2'],
      [3, 'docs rollback 2>1'],
    ],
    [],
  ],
  [
    [
      [1, 'docs activate >1'],
      [2, 'docs activate 1>2'],
      [3, 'docs rollback 2>1'],
      [4, 'docs activate 1>3'],
    ],
    ['1'],
  ],
  [
    [
      [1, 'docs activate >1'],
      [2, 'docs activate 1>2'],
      [3, 'docs fallback 2>1'],
      [4, 'docs rollback 1>2'],
    ],
    ['1'],
  ],
  [[[2, 'docs activate 1>2']], ['1']],
  [
    [
      [1, 'docs activate >1'],
      [2, 'docs retire 1>'],
      [3, 'docs activate >2'],
    ],
    ['1'],
  ],
] as [[number, string][], string[]][])('after %j come, going back, %j', (lines, earlier) => {
  expect(earlierReleases(liveSteps(historyOf(...lines)), 'docs')).toEqual(earlier);
});

test('the composition that a release was live in, and what left it together with it', () => {
  const steps = liveSteps(
    historyOf(
      [1, 'shell activate >s1'],
      [1, 'docs activate >d1'],
      [2, 'news activate >n1'],
      [3, 'shell activate s1>s2'],
      [3, 'docs activate d1>d2'],
      [4, 'shell activate s2>s3'],
    ),
  );
  const today = { shell: 's3', docs: 'd2', news: 'n1' };
  expect(earlierWith(steps, today, 'docs', 'd1')).toEqual({
    apps: { shell: 's1', docs: 'd1', news: 'n1' },
    until: 3,
    partners: new Map([['shell', 's2']]),
  });
  expect(earlierWith(steps, today, 'docs', 'never')).toBeUndefined();
});

test('entries of before compositions were noted are one step when they have one time', () => {
  const entries = historyOf([1, 'docs activate >1'], [1, 'news activate >1'], [2, 'docs activate 1>2']);
  const old = entries.map(({ composition: _, ...entry }) => entry);
  expect(liveSteps(old).map(({ changes }) => changes.length)).toEqual([1, 2]);
});
