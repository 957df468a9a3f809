import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { describe, expect, test } from 'vitest';
import {
  changeMessage,
  changeType,
  entryMessage,
  errorMessage,
  livePast,
  liveSince,
  newErrors,
} from '../../../src/observing/events/events.ts';
import { BEFORE, errorGroup, historyEntry, HOUR, LIVE, NOW } from './test-events.ts';
import { version } from '../../fixtures/fixture-release.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';

const FRAME = { id: 'e1.event:blog', site: { name: 'Voltframe', url: 'https://voltframe.test' } };
const ofBrowsers = { kind: 'render', source: 'browser', browser: 'safari', times: 500 } as const;

describe('newErrors', () => {
  const find = (groups: ErrorGroup[], since: number | undefined) =>
    newErrors({ release: LIVE, since, before: BEFORE }, groups, NOW);

  test.each<[what: string, group: ErrorGroup, since: number, isNew: boolean]>([
    ['of the server', errorGroup(), NOW - 2 * HOUR, true],
    ['that an earlier release had too', errorGroup({ isNew: false }), NOW - 2 * HOUR, false],
    ['of another release', errorGroup({ release: BEFORE }), NOW - 2 * HOUR, false],
    ['that browsers report', errorGroup(ofBrowsers), NOW - 2 * HOUR, false],
    ['of unlisted addresses', errorGroup({ times: 500, source: 'unlisted' }), NOW - 2 * HOUR, false],
    ['of the server, three times', errorGroup({ times: 3 }), NOW - 2 * HOUR, true],
    ['of the server, twice', errorGroup({ times: 2 }), NOW - 2 * HOUR, false],
    ['of a release that is a day old', errorGroup(), NOW - 24 * HOUR, true],
    ['of a release that is older than a day', errorGroup(), NOW - 24 * HOUR - 1, false],
  ])('decides on an error %s', (_, group, since, isNew) => {
    expect(find([group], since)).toHaveLength(isNew ? 1 : 0);
  });

  test('ignores an error of a release older than the history', () => {
    expect(find([errorGroup()], undefined)).toEqual([]);
  });
});

describe('the message of a new error', () => {
  test('has its place, if it is known', () => {
    const { place: _, ...unplaced } = errorGroup({ id: '00000000' });
    expect([errorMessage(errorGroup(), NOW, FRAME), errorMessage(unplaced, NOW, FRAME)]).toMatchObject([
      {
        ...FRAME,
        type: 'new-error',
        app: 'blog',
        summary: 'blog has a new error: "late is not defined" at src/pages/post.tsx:12, 12 times',
        release: LIVE,
        error: { id: '7k2m9x1q', frames: ['Post (blog src/pages/post.tsx:12)'] },
        next: 'mfe errors 7k2m9x1q',
      },
      { summary: 'blog has a new error: "late is not defined", 12 times' },
    ]);
  });

  test('has a bounded size', () => {
    const long = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
    const group = errorGroup({ message: long[0]!, place: long[0]!, frames: long, route: long[0]! });
    expect(JSON.stringify(errorMessage(group, NOW, FRAME)).length).toBeLessThan(6_000);
  });
});

describe('the message of a change', () => {
  const messageOf = (changed: Partial<HistoryEntry>) => changeMessage(historyEntry(changed), FRAME);

  test.each<[action: HistoryEntry['action'], changed: Partial<HistoryEntry>, type: string, summary: string]>([
    ['activate', {}, 'deploy', 'blog bbbbbbbbbbbb is live'],
    ['refuse', { note: 'PAGE: no\nX: y' }, 'refusal', 'blog bbbbbbbbbbbb was refused: PAGE: no'],
    ['refuse', { waitsFor: ['shell'] }, 'refusal', 'blog bbbbbbbbbbbb was refused'],
    ['rollback', {}, 'rollback', 'blog was rolled back to bbbbbbbbbbbb'],
    ['rollback', { to: null }, 'rollback', 'blog was rolled back to no release'],
  ])('of the action %s %j is a %s', (action, changed, type, summary) => {
    expect(changeType(historyEntry({ action, ...changed }))).toBe(type);
    expect(messageOf({ action, ...changed })).toMatchObject({
      ...FRAME,
      app: 'blog',
      type,
      summary,
      at: NOW,
      next: 'mfe history blog',
    });
  });

  test.each(['admit', 'preview', 'withdraw', 'retire', 'pin', 'unpin', 'token-create'] as const)(
    'does not exist for the action %s',
    (action) => {
      expect([changeType(historyEntry({ action })), messageOf({ action })]).toEqual([undefined, undefined]);
    },
  );

  test('does not exist for a change of the whole site', () => {
    const entry = historyEntry({ action: 'rollback', app: null });
    expect([changeType(entry), changeMessage(entry, FRAME)]).toEqual([undefined, undefined]);
  });

  test('has the releases, the actor, the apps that a release waits for and a note of bounded size', () => {
    const identity = { commit: '1234567890', message: 'Show related posts' };
    const note = 'x'.repeat(10_000);
    const message = messageOf({ action: 'refuse', from: BEFORE, waitsFor: ['shell'], identity, note });
    expect(message).toMatchObject({
      release: LIVE,
      identity,
      before: BEFORE,
      actor: 'blog CI',
      waitsFor: ['shell'],
    });
    expect(JSON.stringify(message).length).toBeLessThan(5_000);
  });
});

test('the message of a form entry has the entry and the command of the inbox', () => {
  const entry = {
    id: 'e1',
    contract: 'ask@1',
    receivedAt: '2026-11-22T12:00:00.000Z',
    values: { name: 'Ada' },
  };
  expect(entryMessage('blog', entry, FRAME)).toEqual({
    ...FRAME,
    type: 'form-entry',
    app: 'blog',
    at: NOW,
    summary: 'blog has a new entry of ask@1',
    entry,
    next: 'mfe inbox blog',
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
  for (const [index, action] of (['activate', 'rollback', 'pin'] as const).entries())
    await state.addHistory({ ...entry, action, at: clock.now + index });
  expect(await since()).toBe(clock.now + 1);
});
