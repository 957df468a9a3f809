import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { EVENTS, type EventType } from '@voltframe/kit/contract/operations/event';
import type { Replay } from '@voltframe/kit/contract/operations/replay';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { describe, expect, test } from 'vitest';
import {
  historyEvents,
  livePast,
  liveSince,
  newErrors,
  replayNote,
  type Seen,
  seenEvent,
} from '../../../src/observing/events/events.ts';
import { BEFORE, errorGroup, historyEntry, HOUR, LIVE, NOW } from './test-events.ts';
import { version } from '../../fixtures/fixture-release.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';

const find = (groups: ErrorGroup[], since: number | undefined = NOW - 2 * HOUR) =>
  newErrors('blog', { release: LIVE, since, before: BEFORE }, groups, NOW);
const ofBrowsers = { kind: 'render', browsers: { safari: 500 }, times: 500 } as const;

describe('newErrors', () => {
  test.each<[what: string, group: ErrorGroup, since: number, isNew: boolean]>([
    ['of the server', errorGroup(), NOW - 2 * HOUR, true],
    ['that an earlier release had too', errorGroup({ isNew: false }), NOW - 2 * HOUR, false],
    ['of another release', errorGroup({ release: BEFORE }), NOW - 2 * HOUR, false],
    ['that browsers report', errorGroup({ ...ofBrowsers, visitors: 400 }), NOW - 2 * HOUR, false],
    ['of unlisted addresses', errorGroup({ times: 500, unlisted: true }), NOW - 2 * HOUR, false],
    ['of the server, three times', errorGroup({ times: 3 }), NOW - 2 * HOUR, true],
    ['of the server, twice', errorGroup({ times: 2 }), NOW - 2 * HOUR, false],
    ['of a release that is a day old', errorGroup(), NOW - 24 * HOUR, true],
    ['of a release that is older than a day', errorGroup(), NOW - 24 * HOUR - 1, false],
  ])('decides on an error %s', (_, group, since, isNew) => {
    expect(find([group], since)).toHaveLength(isNew ? 1 : 0);
  });

  test('ignores an error of a release older than the history', () => {
    expect(
      newErrors('blog', { release: LIVE, since: undefined, before: undefined }, [errorGroup()], NOW),
    ).toEqual([]);
  });

  test('returns an event with the place for each error', () => {
    const found = find([errorGroup(), errorGroup({ id: '00000000', place: undefined as never })]);
    expect(found.map(({ error, summary }) => [error.id, summary])).toEqual([
      ['7k2m9x1q', 'blog has a new error: "late is not defined" at src/pages/post.tsx:12, 12 times'],
      ['00000000', 'blog has a new error: "late is not defined", 12 times'],
    ]);
    expect(found[0]!.error).toMatchObject({ id: '7k2m9x1q', frames: ['Post (blog src/pages/post.tsx:12)'] });
  });

  test('bounds the size of an event', () => {
    const long = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
    const [found] = find([errorGroup({ message: long[0]!, place: long[0]!, frames: long, routes: long })]);
    expect(JSON.stringify(found).length).toBeLessThan(5_000);
  });
});

describe('historyEvents', () => {
  const eventsOf = (changed: Partial<HistoryEntry>) =>
    historyEvents(historyEntry(changed), (app) => `of ${app}`, ['*', 'legal']);

  test.each<[action: HistoryEntry['action'], changed: Partial<HistoryEntry>, type: string, summary: string]>([
    ['activate', {}, 'activated', 'blog bbbbbbbbbbbb is live'],
    ['refuse', { note: 'PAGE: no\nX: y' }, 'refused', 'blog bbbbbbbbbbbb was refused: PAGE: no'],
    ['refuse', { waitsFor: [] }, 'waiting', 'blog bbbbbbbbbbbb waits'],
    ['admit', { note: 'blog is pinned' }, 'waiting', 'blog bbbbbbbbbbbb waits: blog is pinned'],
    ['rollback', {}, 'rolled-back', 'blog was rolled back to bbbbbbbbbbbb'],
    ['rollback', { to: null }, 'rolled-back', 'blog was rolled back to no release'],
    ['fallback', {}, 'rolled-back-by-itself', 'The gateway rolled blog back to bbbbbbbbbbbb'],
    ['withdraw', {}, 'withdrawn', 'blog bbbbbbbbbbbb was withdrawn'],
    ['retire', { to: null }, 'retired', 'blog is off the site'],
    ['pin', { to: null, note: 'at bbb' }, 'pinned', 'blog is pinned: at bbb'],
    ['unpin', { to: null }, 'unpinned', 'blog is not pinned any more'],
  ])('turns the entry %s %j into the event %s', (action, changed, type, summary) => {
    expect(eventsOf({ action, ...changed })).toMatchObject([
      { id: 'of blog', app: 'blog', type, summary, at: NOW },
    ]);
  });

  test.each([
    ['freeze', 'frozen'],
    ['unfreeze', 'unfrozen'],
  ] as const)('turns %s of the site into the event %s for each receiver', (action, type) => {
    const events = eventsOf({ action, app: null, to: null });
    expect(events.map((event) => [event.app, event.type])).toEqual([
      ['*', type],
      ['legal', type],
    ]);
  });

  test('adds the releases, the actor and a note of bounded size', () => {
    const [event] = eventsOf({ action: 'refuse', from: BEFORE, note: 'x'.repeat(10_000) });
    expect(event).toMatchObject({ release: LIVE, before: BEFORE, actor: 'blog CI' });
    expect(JSON.stringify(event).length).toBeLessThan(5_000);
  });

  test('produces every type of event but alerts', () => {
    const actions = Object.values(EVENTS).flatMap((kind) => ('actions' in kind ? kind.actions : []));
    const types = new Set(actions.flatMap((action) => eventsOf({ action }).map(({ type }) => type)));
    expect([...types].toSorted()).toEqual(
      Object.keys(EVENTS)
        .filter((type) => !('isAlert' in EVENTS[type as EventType]) && type !== 'more-alerts')
        .toSorted(),
    );
  });
});

describe('seenEvent', () => {
  const replay: Replay = {
    blame: 'release',
    app: 'blog',
    release: LIVE,
    before: BEFORE,
    request: '/blog/post',
    accused: { type: 'failed', reason: 'it threw', frames: ['Post (blog src/pages/post.tsx:12)'] },
    earlier: { type: 'answered' },
  };
  const seen: Seen = { type: 'failure-confirmed', app: 'blog', of: { app: 'blog', release: LIVE }, key: [] };

  test('describes the request, the outcomes with both releases, and the reaction', () => {
    expect(seenEvent({ ...seen, why: 'it went back', note: replayNote(replay), replay }, NOW)).toEqual({
      type: 'failure-confirmed',
      app: 'blog',
      at: NOW,
      summary: 'blog bbbbbbbbbbbb fails where the release before it does not: it went back',
      release: LIVE,
      before: BEFORE,
      note: 'Request: /blog/post\nThis release: failed: it threw\naaaaaaaaaaaa: answered',
      replay: {
        blame: 'release',
        request: '/blog/post',
        accused: replay.accused,
        earlier: { type: 'answered' },
      },
    });
  });

  test('bounds the size of an event', () => {
    const long = 'x'.repeat(100_000);
    const frames = Array.from({ length: 100 }, () => long);
    const grown = { ...replay, request: long, accused: { type: 'failed' as const, reason: long, frames } };
    const event = seenEvent({ ...seen, why: long, note: replayNote(grown), replay: grown }, NOW);
    expect(JSON.stringify(event).length).toBeLessThan(6_000);
  });

  test.each([
    [
      { type: 'unexplained-ends' },
      'The process of blog bbbbbbbbbbbb ends again and again, and no replay fails',
    ],
    [
      { type: 'file-damaged', why: 'they are mended' },
      'Stored files of blog bbbbbbbbbbbb were damaged: they are mended',
    ],
  ] as const)('addresses %j to operators', (changed, summary) => {
    expect(seenEvent({ ...seen, ...changed, app: '*' }, NOW)).toMatchObject({ app: '*', summary });
  });
});

describe('livePast', () => {
  const HISTORY = [
    historyEntry({ at: NOW - HOUR, action: 'pin' }),
    historyEntry({ at: NOW - 2 * HOUR, from: BEFORE }),
    historyEntry({ at: NOW - 5 * HOUR, from: 'e'.repeat(64), to: BEFORE }),
  ];
  test.each<[what: string, history: HistoryEntry[], since: number | undefined, before: string | undefined]>([
    ['replaced another one', HISTORY, NOW - 2 * HOUR, BEFORE],
    ['is not in the history', [], undefined, undefined],
    ['was the first', [historyEntry()], NOW, undefined],
    [
      'is live by a rollback',
      [historyEntry({ action: 'rollback', from: 'f'.repeat(64), at: NOW - 1 }), ...HISTORY],
      NOW - 1,
      'f'.repeat(64),
    ],
    ['was published again', [historyEntry({ from: LIVE, at: NOW - 1 }), ...HISTORY], NOW - 2 * HOUR, BEFORE],
  ])('reads the history when the release %s', (_, history, since, before) => {
    expect(livePast(history, LIVE)).toEqual({ release: LIVE, since, before });
  });
});

const one = version('one');

test('dates a release by its last activation, not by its admission', async () => {
  const { state, clock } = await setUpParts();
  const entry = { actor: 'ada', app: 'docs', from: null, to: one.release.digest, note: '' };
  const since = () => liveSince(state, 'docs', one.release.digest);
  await state.addHistory({ ...entry, action: 'admit', at: 1 });
  expect(await since()).toBeUndefined();
  for (const [index, action] of (['activate', 'rollback', 'fallback', 'pin'] as const).entries())
    await state.addHistory({ ...entry, action, at: clock.now + index });
  expect(await since()).toBe(clock.now + 2);
});
