import { finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { expect, test } from 'vitest';
import {
  type Back,
  earlierReleases,
  earlierWith,
  liveSteps,
  type PlanOptions,
  planRollback,
} from '../../../src/releasing/activation/rollback-plan.ts';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';

const clash = finding('docs', admissionErrors.NO_SHELL());
/** docs d1 fits only beside the earlier releases of these apps. */
const fitsWith =
  (...names: string[]) =>
  (back: Back) =>
    names.every((name) => Object.hasOwn(back, name)) ? [] : [clash];
const options = (changed: Partial<PlanOptions>): PlanOptions => ({
  app: 'docs',
  to: 'd1',
  today: { docs: 'd2', shell: 's2', news: 'n2', extra: 'e1' },
  earlier: {
    apps: { docs: 'd1', shell: 's1', news: 'n1' },
    until: 1,
    partners: new Map([
      ['shell', 's2'],
      ['news', 'n2'],
    ]),
  },
  along: [],
  isStored: () => true,
  isPinned: () => false,
  check: () => [],
  ...changed,
});

test.each([
  ['alone, when it fits', {}, { docs: 'd1' }],
  ['with the one app that it needs, not with all', { check: fitsWith('news') }, { docs: 'd1', news: 'n1' }],
  [
    'with all apps that it needs',
    { check: fitsWith('shell', 'news') },
    { docs: 'd1', shell: 's1', news: 'n1' },
  ],
  ['with an app that the command names', { along: ['shell'] }, { docs: 'd1', shell: 's1' }],
  ['with a retirement of an app that was not live then', { along: ['extra'] }, { docs: 'd1', extra: null }],
  ['alone, when it was never live', { earlier: undefined }, { docs: 'd1' }],
] as [string, Partial<PlanOptions>, Back][])('the app is rolled back %s', (_, changed, back) => {
  expect(planRollback(options(changed))).toEqual({ back, findings: [] });
});

test.each([
  [
    'a pin',
    { check: fitsWith('shell'), isPinned: (app: string) => app === 'shell' },
    /shell is pinned .* --with shell$/,
  ],
  ['a later release', { check: fitsWith('extra') }, /extra has moved on .* --to d1 --with extra$/],
  ['more than one app', { check: fitsWith('extra', 'shell') }, /--with shell --with extra$/],
] as [string, Partial<PlanOptions>, RegExp][])(
  'the fix names the command when %s blocks the rollback',
  (_, changed, fix) => {
    expect(planRollback(options(changed)).findings).toEqual([{ ...clash, fix: expect.stringMatching(fix) }]);
  },
);

test.each([
  ['the earlier release is not stored', { check: fitsWith('shell'), isStored: () => false }],
  ['no earlier release fixes the defect', { check: () => [clash] }],
] as [string, Partial<PlanOptions>][])('the finding is returned unchanged when %s', (_, changed) => {
  expect(planRollback(options(changed)).findings).toEqual([clash]);
});

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
  [`${TWO}; docs fallback 2>1; docs rollback 1>2`, ['1']],
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
