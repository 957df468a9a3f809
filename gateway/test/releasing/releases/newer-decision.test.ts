import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { expect, test } from 'vitest';
import { createDecisions, decisionSinceBuild } from '../../../src/releasing/releases/newer-decision.ts';

const entry = (action: HistoryAction, at: number, actor = 'ada'): HistoryEntry => ({
  at,
  actor,
  action,
  app: 'docs',
  from: null,
  to: null,
  note: '',
});

test.each<[string, boolean, HistoryEntry]>([
  ['a release that went live later', true, entry('activate', 2_001)],
  ['an admission of a release that is held', true, entry('admit', 2_001)],
  ['a rollback by a person', true, entry('rollback', 2_001)],
  ['an activation within the resolution of file times', false, entry('activate', 2_000)],
  ['a pin', false, entry('pin', 2_001)],
  ['an activation by a source', false, entry('activate', 2_001, 'source')],
])('%s is a newer decision than a build at 1,000: %s', async (_, counts, decision) => {
  const found = await decisionSinceBuild({ history: async () => [decision] }, 'docs', 1_000);
  expect(found).toEqual(counts ? decision : undefined);
});

test('a release in admission gives way to later rollbacks, retirements and withdrawals of its app only', () => {
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
