import type { Figure } from '@voltframe/kit/contract/operations/figures';
import { expect, test } from 'vitest';
import type { AppSeen } from '../../../../src/observing/events/rules/app-seen.ts';
import { slowVitals } from '../../../../src/observing/events/rules/slow-vitals.ts';
import { appSeen } from '../app-seen.ts';

type Route = AppSeen['vitals'][number];
const seen = (...vitals: Route[]) => slowVitals(appSeen({ vitals }));
const lcp = (p75: number, count = 240): Figure => ({ name: 'lcp', p75, count });

test.each<[what: string, budget: object, figure: Figure, told: boolean]>([
  ['over the budget', { lcp: 2500 }, lcp(3112.4), true],
  ['at the budget', { lcp: 2500 }, lcp(2500), false],
  ['over it, of too few visitors', { lcp: 2500 }, lcp(9000, 99), false],
  ['without a budget', { inp: 200 }, lcp(9000), false],
  ['of a name that every object has', { lcp: 1 }, { ...lcp(9000), name: 'constructor' as never }, false],
])('a figure %s', (_, budget, figure, told) => {
  expect(seen({ route: 'post', budget, figures: [figure] })).toHaveLength(told ? 1 : 0);
});

test('each figure is told once, of the route where it is worst, with what is allowed', () => {
  const told = seen(
    { route: 'home', budget: { lcp: 2500 }, figures: [lcp(2600)] },
    {
      route: 'post',
      budget: { lcp: 2500, cls: 0.1 },
      figures: [lcp(3112.4), { name: 'cls', p75: 0.2345, count: 100 }],
    },
    { route: 'list', budget: { lcp: 5000 }, figures: [lcp(5100)] },
  );
  expect(told.map(({ subject, summary }) => [subject, summary])).toEqual([
    [
      'lcp',
      'blog is over the lcp budget of route post and of 2 more, 2500 ms: the largest part shows: within 3112 ms for three of four visitors, of 240',
    ],
    [
      'cls',
      'blog is over the cls budget of route post, 0.1: layout shifts: within 0.235 for three of four visitors, of 100',
    ],
  ]);
  expect(told[0]!.vital).toEqual({ name: 'lcp', route: 'post', p75: 3112.4, count: 240, limit: 2500 });
});
