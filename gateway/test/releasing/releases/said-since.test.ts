import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { expect, test } from 'vitest';
import { saidSince } from '../../../src/releasing/releases/said-since.ts';

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
  ['one that waits or was refused later', entry('refuse', 2_001), true],
  ['one that is held', entry('admit', 2_001), true],
  ['a rollback', entry('rollback', 2_001), true],
  ['that the app went off the site', entry('retire', 2_001), true],
  ['that what waited was taken back', entry('withdraw', 2_001), true],
  ['what was there before, or as good as', entry('activate', 2_000), false],
  ['a preview', entry('preview', 2_001), false],
  ['a pin, which says nothing of what comes after', entry('pin', 2_001), false],
  ['going back by itself', entry('fallback', 2_001, 'gateway'), false],
  ['what a source brought', entry('activate', 2_001, 'source'), false],
])('of an app that was built at 1000, %s counts: %j', async (_, said, counts) => {
  const found = await saidSince({ history: async () => [said] }, 'docs', 1_000);
  expect(found).toEqual(counts ? said : undefined);
});
