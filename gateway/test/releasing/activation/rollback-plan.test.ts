import { expect, test } from 'vitest';
import { earlierReleases, earlierWith, liveSteps } from '../../../src/releasing/activation/rollback-plan.ts';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';

/** @param steps separated by `;`, with an entry `app action from>to` for each app, separated by `,`. Oldest first. */
function historyOf(steps: string): HistoryEntry[] {
  const entries = steps.split('; ').flatMap((step, at) =>
    step.split(', ').map((line) => {
      const [app, action, move] = line.split(' ') as [string, HistoryAction, string];
      const [from, to] = move.split('>').map((digest) => digest || null) as [string | null, string | null];
      return { at, actor: 'ada', action, app, from, to, note: '', composition: `c${at}` };
    }),
  );
  return entries.toReversed();
}

const TWO = 'docs activate >1; docs activate 1>2';
test.each<[string, string[]]>([
  ['docs activate >1', []],
  [`${TWO}; docs activate 2>3`, ['2', '1']],
  [`${TWO}; docs rollback 2>1`, []],
  [`${TWO}; docs rollback 2>1; docs activate 1>3`, ['1']],
  ['docs activate 1>2', ['1']],
  ['docs activate >1; docs retire 1>; docs activate >2', ['1']],
])('after %s the earlier releases are %j', (steps, earlier) => {
  expect(earlierReleases(liveSteps(historyOf(steps)), 'docs')).toEqual(earlier);
});

test('earlierWith returns the last composition of a release and the apps that changed together with it', () => {
  const first = 'shell activate >s1, docs activate >d1; news activate >n1';
  const later = 'shell activate s1>s2, docs activate d1>d2; shell activate s2>s3';
  const steps = liveSteps(historyOf(`${first}; ${later}`));
  const today = { shell: 's3', docs: 'd2', news: 'n1' };
  expect(earlierWith(steps, today, 'docs', 'd1')).toEqual({
    apps: { shell: 's1', docs: 'd1', news: 'n1' },
    until: 2,
    partners: new Map([['shell', 's2']]),
  });
  expect(earlierWith(steps, today, 'docs', 'never')).toBeUndefined();
});

test('entries without a composition count as one step when they have the same time', () => {
  const entries = historyOf('docs activate >1, news activate >1; docs activate 1>2');
  const old = entries.map(({ composition: _, ...entry }) => entry);
  expect(liveSteps(old).map(({ changes }) => changes.length)).toEqual([1, 2]);
});
