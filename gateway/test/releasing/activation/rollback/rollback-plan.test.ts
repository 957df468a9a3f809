import { finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { expect, test } from 'vitest';
import {
  type Back,
  type PlanOptions,
  planRollback,
} from '../../../../src/releasing/activation/rollback/rollback-plan.ts';

const clash = finding('docs', admissionErrors.NO_SHELL());
/** docs d1 fits only beside the named of before. */
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
  isKept: () => true,
  isPinned: () => false,
  check: () => [],
  ...changed,
});

test.each([
  ['alone, when it fits', {}, { docs: 'd1' }],
  ['with one that it needs, not with all', { check: fitsWith('news') }, { docs: 'd1', news: 'n1' }],
  ['with all that it needs', { check: fitsWith('shell', 'news') }, { docs: 'd1', shell: 's1', news: 'n1' }],
  ['with what is asked for', { along: ['shell'] }, { docs: 'd1', shell: 's1' }],
  ['with what was not there then, off the site', { along: ['extra'] }, { docs: 'd1', extra: null }],
  ['alone, when it never was live', { earlier: undefined }, { docs: 'd1' }],
] as [string, Partial<PlanOptions>, Back][])('it goes back %s', (_, changed, back) => {
  expect(planRollback(options(changed))).toEqual({ back, findings: [] });
});

test.each([
  [
    'a pin',
    { check: fitsWith('shell'), isPinned: (app: string) => app === 'shell' },
    /shell is pinned .* --with shell$/,
  ],
  ['what came later', { check: fitsWith('extra') }, /extra has moved on .* --to d1 --with extra$/],
  ['more than one', { check: fitsWith('extra', 'shell') }, /--with shell --with extra$/],
] as [string, Partial<PlanOptions>, RegExp][])(
  '%s stands in the way: the command names it',
  (_, changed, fix) => {
    expect(planRollback(options(changed)).findings).toEqual([{ ...clash, fix: expect.stringMatching(fix) }]);
  },
);

test.each([
  ['what is not kept any more', { check: fitsWith('shell'), isKept: () => false }],
  ['a defect that nothing of before mends', { check: () => [clash] }],
] as [string, Partial<PlanOptions>][])('%s: the defect keeps its own advice', (_, changed) => {
  expect(planRollback(options(changed)).findings).toEqual([clash]);
});
