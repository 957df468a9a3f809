import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { describe, expect, test } from 'vitest';
import type { AppSeen } from '../../../src/observing/events/rules/app-seen.ts';
import { seeApps, type SeenSources } from '../../../src/observing/events/see-apps.ts';
import { BEFORE, errorGroup, HOUR, LIVE, NOW } from './app-seen.ts';

const entry = (changed: Partial<HistoryEntry>): HistoryEntry => ({
  at: NOW,
  actor: 'blog CI',
  action: 'activate',
  app: 'blog',
  from: null,
  to: LIVE,
  note: '',
  ...changed,
});
const HISTORY = [
  entry({ at: NOW - HOUR, action: 'pin' }),
  entry({ at: NOW - 2 * HOUR, from: BEFORE }),
  entry({ at: NOW - 5 * HOUR, from: 'e'.repeat(64), to: BEFORE }),
];
const ERRORS = [{ release: LIVE, hourMs: NOW, times: 3 }];

async function see(
  changed: Partial<SeenSources> & { had?: AppSeen['errors'][number][] } = {},
): Promise<{ seen: AppSeen; asked: string[] }> {
  const asked: string[] = [];
  const noting = <Answer>(name: string, answer: Answer): (() => Promise<Answer>) => {
    return async () => {
      asked.push(name);
      return answer;
    };
  };
  const figure = { name: 'lcp' as const, p75: 3_000, count: 240 };
  const apps = seeApps({
    live: () => ({ blog: LIVE }),
    history: noting('history', HISTORY),
    errors: {
      list: noting('list', { groups: [errorGroup()], more: false }),
      rates: noting('rates', changed.had ?? ERRORS),
    },
    figures: {
      of: noting('of', {
        app: 'blog',
        release: LIVE,
        since: 0,
        routes: [
          { figures: [] },
          { route: 'post', device: 'small' as const, figures: [] },
          { route: 'post', figures: [figure] },
        ],
      }),
      series: noting('series', [{ release: LIVE, dayMs: 0, count: 7 }]),
    },
    budgetsOf: () => ({}),
    now: () => NOW,
    ...changed,
  });
  const all: AppSeen[] = [];
  for await (const seen of apps) all.push(seen);
  expect(all).toHaveLength(1);
  return { seen: all[0]!, asked };
}

describe('what there is to judge of an app', () => {
  test('is its live release since when, the one before, and what was counted of both', async () => {
    expect((await see()).seen).toEqual({
      app: 'blog',
      now: NOW,
      live: { release: LIVE, since: NOW - 2 * HOUR },
      before: { release: BEFORE, since: NOW - 5 * HOUR },
      groups: [errorGroup()],
      errors: ERRORS,
      views: [{ release: LIVE, dayMs: 0, count: 7 }],
      vitals: [],
    });
  });

  test.each<[what: string, history: HistoryEntry[], Pick<AppSeen, 'live' | 'before'>]>([
    ['is not in the history', [], { live: { release: LIVE, since: undefined }, before: undefined }],
    ['is the first', [entry({})], { live: { release: LIVE, since: NOW }, before: undefined }],
    [
      'was gone back to',
      [entry({ action: 'rollback', from: 'f'.repeat(64), at: NOW - 1 }), ...HISTORY],
      { live: { release: LIVE, since: NOW - 1 }, before: { release: 'f'.repeat(64), since: undefined } },
    ],
    [
      'was published again as it is',
      [entry({ from: LIVE, at: NOW - 1 }), ...HISTORY],
      { live: { release: LIVE, since: NOW - 2 * HOUR }, before: { release: BEFORE, since: NOW - 5 * HOUR } },
    ],
  ])('where the release %s', async (_, history, told) => {
    expect((await see({ history: async () => history })).seen).toMatchObject(told);
  });

  test('is little, and little is asked, where its live release had no errors and has no budget', async () => {
    const { seen, asked } = await see({ had: [{ release: BEFORE, hourMs: NOW, times: 3 }] });
    expect(asked).toEqual(['rates']);
    expect(seen).toMatchObject({ groups: [], vitals: [] });
  });

  test('has the figures of all devices together of each route with a budget', async () => {
    const { seen } = await see({
      had: [],
      budgetsOf: () => ({ post: { lcp: 2_500 }, home: { lcp: 1_000 } }),
    });
    const figure = { name: 'lcp', p75: 3_000, count: 240 };
    expect(seen.vitals).toEqual([
      { route: 'post', budget: { lcp: 2_500 }, figures: [figure] },
      { route: 'home', budget: { lcp: 1_000 }, figures: [] },
    ]);
  });
});
