import type { Warning } from '@voltframe/kit/contract/operations/verdict';
import { expect, test } from 'vitest';
import {
  keepWarnings,
  standingWarnings,
  createDecisions,
} from '../../../src/releasing/activation/decision.ts';
import { type PlayedApp, playedSite } from '../../fixtures/played-site.ts';

const NEWS: PlayedApp = { pages: { '/news': '<a href="/docs/a">' } };
const without = () => playedSite({ docs: { pages: { '/docs': 'home' } }, news: NEWS });
const warning = (more: Partial<Warning> = {}): Warning => ({
  code: 'ADMISSION_LINK_LEFT',
  app: 'docs',
  reason: '/news leads nowhere',
  fix: 'mend it',
  owner: 'news',
  digest: without().releases['news']!.digest,
  lost: { kind: 'link', name: '/docs/a' },
  ...more,
});

function settings() {
  const values = new Map<string, string>();
  return {
    setting: async (name: string) => values.get(name),
    setSetting: async (name: string, value: string | undefined) => void values.set(name, value ?? ''),
  };
}

test('a warning is listed while the page is live and the target is missing', async () => {
  const state = settings();
  await keepWarnings(state, [warning(), warning({ lost: { kind: 'island', name: 'Latest' } })]);
  expect([...(await standingWarnings(state, without())).entries()]).toEqual([
    ['news', [warning(), warning({ lost: { kind: 'island', name: 'Latest' } })]],
  ]);
});

test.each([
  ['the page comes back', { docs: { pages: { '/docs': 'home', '/docs/a': 'a' } }, news: NEWS }],
  ['its owner changes', { docs: { pages: { '/docs': 'home' } }, news: { ...NEWS, islands: { I: '' } } }],
])('a warning is not listed when %s', async (_, apps) => {
  const state = settings();
  await keepWarnings(state, [warning()]);
  expect((await standingWarnings(state, playedSite(apps))).size).toBe(0);
});

test('the latest warning about a target is stored, and at most 200 in total', async () => {
  const state = settings();
  await keepWarnings(state, [warning({ reason: 'first' })]);
  await keepWarnings(state, [warning({ reason: 'second' })]);
  const others = Array.from({ length: 300 }, (_, index) =>
    warning({ lost: { kind: 'link', name: `/${index}` } }),
  );
  expect((await standingWarnings(state, without())).get('news')).toEqual([warning({ reason: 'second' })]);
  await keepWarnings(state, others);
  expect((await standingWarnings(state, without())).get('news')).toEqual(others.slice(0, 200));
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
