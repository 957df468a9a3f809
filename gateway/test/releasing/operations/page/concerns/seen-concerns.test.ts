import { expect, test } from 'vitest';
import { seenConcerns } from '../../../../../src/releasing/operations/page/concerns/seen-concerns.ts';
import type { AppSeen } from '../../../../../src/releasing/operations/page/seen/seen.ts';
import { errorGroup, figure, figuresOf, hoursOf, seenOf } from '../played-seen.ts';
import { digest, HOUR, NOW } from '../played-status.ts';

const hours = [...hoursOf(digest('b'), [1, 1, 1, 1, 0, 0]), ...hoursOf(digest('a'), [4, 22, 31])];
const alike = figuresOf({ routes: [{ figures: [figure('lcp', 1_850, 1_800)] }] });

test('of an app that is as before nothing is said', () => {
  const groups = [
    errorGroup({ isNew: false }),
    errorGroup({ release: digest('b') }),
    errorGroup({ lastSeen: NOW - 25 * HOUR }),
  ];
  expect(seenConcerns(seenOf('blog', { groups, figures: alike }), NOW)).toEqual([]);
});

test.each<[string, Partial<AppSeen>, object]>([
  [
    'more errors than with the release before',
    { hours },
    {
      tone: 'bad',
      text: 'more errors than before: 23 an hour, 4 a day with the release before',
      href: '/-/apps/blog#errors',
    },
  ],
  [
    'an error that is new',
    { groups: [errorGroup({ message: 'boom' })] },
    { tone: 'bad', text: 'an error that no earlier release had: boom', href: '/-/apps/blog/errors/7k2m9x1q' },
  ],
  [
    'several that are new',
    { groups: [errorGroup(), errorGroup()] },
    { tone: 'bad', text: '2 errors that no earlier release had' },
  ],
  [
    'figures that are worse, together',
    { figures: figuresOf() },
    {
      tone: 'warn',
      text: 'worse than the release before: Largest paint 2.9 s (1.8 s)',
      href: '/-/apps/blog#figures',
    },
  ],
])('%s', (_, more, concern) => {
  expect(seenConcerns(seenOf('blog', more), NOW)).toEqual([
    expect.objectContaining({ app: 'blog', ...concern }),
  ]);
});
