import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { expect, test } from 'vitest';
import {
  createDecisions,
  decisionSinceBuild,
  replacesWaiting,
} from '../../../src/releasing/releases/newer-decision.ts';

const entry = (action: HistoryAction, at: number, actor = 'ada'): HistoryEntry => ({
  at,
  actor,
  action,
  app: 'docs',
  from: null,
  to: null,
  note: '',
});

test.each<[string, HistoryEntry, boolean]>([
  ['a release that went live later', entry('activate', 2_001), true],
  ['a release that waits or was refused later', entry('refuse', 2_001), true],
  ['a release that is held', entry('admit', 2_001), true],
  ['a rollback', entry('rollback', 2_001), true],
  ['the end of the app on the site', entry('retire', 2_001), true],
  ['the withdrawal of a waiting release', entry('withdraw', 2_001), true],
  ['an activation within the resolution of file times', entry('activate', 2_000), false],
  ['a preview', entry('preview', 2_001), false],
  ['a pin, which decides nothing about later releases', entry('pin', 2_001), false],
  ['a rollback by the gateway itself', entry('fallback', 2_001, 'gateway'), false],
  ['an activation by a source', entry('activate', 2_001, 'source'), false],
])('for an app that was built at 1000, %s is a newer decision: %j', async (_, decision, counts) => {
  const found = await decisionSinceBuild({ history: async () => [decision] }, 'docs', 1_000);
  expect(found).toEqual(counts ? decision : undefined);
});

test('a release on its way gives way to later rollbacks, retirements and withdrawals of its app only', () => {
  const decisions = createDecisions();
  decisions.record('docs', 'rollback');
  const newer = decisions.since(['docs', 'news', 'blog']);
  expect(newer()).toEqual([]);
  decisions.record('extra', 'rollback');
  decisions.record('docs', 'activate');
  decisions.record('news', 'retire');
  decisions.record('blog', 'withdraw');
  expect([newer(), decisions.since(['news'])()]).toEqual([['news', 'blog'], []]);
});

test('activations, rollbacks and retirements replace waiting releases', () => {
  const actions: HistoryAction[] = ['activate', 'rollback', 'retire', 'refuse', 'preview', 'pin'];
  expect(actions.filter(replacesWaiting)).toEqual(['activate', 'rollback', 'retire']);
});
