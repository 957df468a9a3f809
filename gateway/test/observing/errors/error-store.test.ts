import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createErrorQueries } from '../../../src/observing/errors/error-queries.ts';
import { type AttributedTally, createErrorStore, LIMITS } from '../../../src/observing/errors/error-store.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 22, 9);
const RELEASE = 'a'.repeat(64);

interface Changes extends Partial<AttributedTally['where']> {
  origin?: AttributedTally['origin'];
  message?: string;
  id?: string;
  at?: number;
  times?: number;
  routes?: Record<string, number>;
  browsers?: Record<string, number>;
  visitors?: string[];
}

function tally({
  message = 'boom',
  id = 'id000000',
  at = NOW,
  times = 1,
  ...more
}: Changes = {}): AttributedTally {
  const { routes = {}, browsers = {}, visitors = [], origin, ...where } = more;
  return {
    seen: { app: 'docs', release: RELEASE, composition: 'c1', kind: 'loader', message },
    id,
    origin: origin ?? (Object.keys(browsers).length === 0 ? 'listed' : 'browsers'),
    times,
    firstSeen: at,
    lastSeen: at,
    routes: new Map(Object.entries(routes)),
    browsers: new Map(Object.entries(browsers)),
    visitors: new Map(visitors.map((visitor) => [visitor, Math.floor(at / DAY_MS)])),
    where: {
      app: 'docs',
      release: RELEASE,
      kind: 'loader',
      place: 'src/home.tsx:12',
      frames: ['Home (docs src/home.tsx:12)'],
      ...where,
    },
  };
}

describe.each(DATABASES)('the error store on %s', (kind) => {
  const setUp = async () => {
    const config = await testDatabase(kind);
    const open = async () => {
      const db = await openDatabase(config);
      onTestFinished(() => db.destroy());
      return { db, store: createErrorStore(db), queries: createErrorQueries(db) };
    };
    const { db, store, queries } = await open();
    return { db, store, queries, open, all: async () => (await queries.list({ limit: 500 })).groups };
  };

  test('groups errors of one place whose messages differ only in numbers', async () => {
    const { store, all } = await setUp();
    await store.add(
      [
        tally({ message: 'no note 12' }),
        tally({ message: 'no note 7', id: 'id000001', at: NOW + 5, times: 3 }),
      ],
      [],
    );
    expect(await all()).toEqual([
      {
        id: 'id000000',
        app: 'docs',
        release: RELEASE,
        kind: 'loader',
        message: 'no note 12',
        place: 'src/home.tsx:12',
        frames: ['Home (docs src/home.tsx:12)'],
        routes: [],
        browsers: {},
        times: 4,
        visitors: 0,
        firstSeen: NOW,
        lastSeen: NOW + 5,
        composition: 'c1',
        isNew: true,
      },
    ]);
  });

  test.each([
    ['another message', { message: 'bang' }],
    ['another line', { place: 'src/home.tsx:13' }],
    ['another release', { release: 'b'.repeat(64) }],
    ['another app', { app: 'news' }],
    ['an unlisted address', { origin: 'unlisted' as const }],
    ['a browser', { browsers: { firefox: 1 } }],
  ])('starts another group for %s', async (_, other) => {
    const { store, all } = await setUp();
    await store.add([tally(), tally(other)], []);
    expect(await all()).toHaveLength(2);
  });

  test('finds a group by the ids of error screens: the newest ids, and the listed one', async () => {
    const { store, queries } = await setUp();
    for (let index = 0; index < LIMITS.ids + 5; index++)
      await store.add(
        [tally({ message: `no note ${index}`, id: `id${String(index).padStart(6, '0')}`, at: NOW + index })],
        [],
      );
    expect(await queries.find('id000001')).toEqual([]);
    const [{ id: listed }] = (await queries.list({ limit: 1 })).groups as [ErrorGroup];
    expect(await queries.find(listed)).toMatchObject([{ id: listed, times: LIMITS.ids + 5 }]);
    expect(await queries.find('id000024')).toMatchObject([{ id: 'id000024', times: LIMITS.ids + 5 }]);
  });

  test('counts routes and browsers, the most frequent first, and joins the routes after the tenth', async () => {
    const { store, all } = await setUp();
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`docs.${index}`, 1]));
    await store.add([tally({ routes: { 'docs.home': 2 }, browsers: { firefox: 1 } })], []);
    await store.add(
      [tally({ routes: { 'docs.home': 1, 'docs.post': 9 }, browsers: { firefox: 1, chromium: 2 } })],
      [],
    );
    const [group] = await all();
    expect(group).toMatchObject({
      routes: ['docs.post', 'docs.home'],
      browsers: { firefox: 2, chromium: 2 },
    });
    await store.add([tally({ routes: many, browsers: { firefox: 1 } })], []);
    const [more] = await all();
    expect(more!.routes).toHaveLength(LIMITS.routes + 1);
    expect(more!.routes[0]).toBe('other');
  });

  test('counts a visitor once a day, and a limited number of visitors a day', async () => {
    const { store, all } = await setUp();
    const visitors = async (names: string[], at = NOW) => {
      await store.add([tally({ browsers: { safari: 1 }, visitors: names, at })], []);
      return (await all())[0]!.visitors;
    };
    expect(await visitors(['ada', 'bob'])).toBe(2);
    expect(await visitors(['ada', 'eve'])).toBe(3);
    expect(await visitors(['ada'], NOW + DAY_MS)).toBe(4);
    const crowd = Array.from({ length: 500 }, (_, index) => `v${index}`);
    expect(await visitors(crowd, NOW + 2 * DAY_MS)).toBe(4 + LIMITS.visitors);
  });

  test('marks a group as new if no earlier release had it, at any line', async () => {
    const { store, queries } = await setUp();
    const next = 'b'.repeat(64);
    await store.add([tally()], []);
    await store.add([tally({ release: next, place: 'src/home.tsx:20', at: NOW + 1 })], []);
    await store.add([tally({ release: next, message: 'bang', at: NOW + 2 })], []);
    const { groups } = await queries.list({ release: 'bbbbbb', limit: 5 });
    expect(groups.map(({ message, isNew }) => [message, isNew])).toEqual([
      ['bang', true],
      ['boom', false],
    ]);
    expect((await queries.list({ release: 'aaaaaa', limit: 5 })).groups[0]!.isNew).toBe(true);
  });

  test('bounds the groups of an app without deleting those of other apps, of the server or of several visitors', async () => {
    const { store, queries } = await setUp();
    await store.add([tally({ app: 'news' }), tally({ message: 'of the server' })], []);
    await store.add(
      [tally({ message: 'met by two', browsers: { firefox: 2 }, visitors: ['ada', 'bob'] })],
      [],
    );
    const flood = (start: number) =>
      Array.from({ length: 80 }, (_, index) =>
        tally({
          message: 'x'.repeat(start + index),
          browsers: { other: 1000 },
          times: 1000,
          visitors: ['eve'],
          at: NOW + 1,
        }),
      );
    for (const start of [1, 81, 161]) {
      await store.add(flood(start), []);
      await store.bound(new Set(['docs']), NOW + 1);
    }
    const { groups, more } = await queries.list({ app: 'docs', limit: 500 });
    expect([groups.length, more]).toEqual([LIMITS.groups + 1, true]);
    const messages = groups.map(({ message }) => message);
    expect(messages).toEqual(expect.arrayContaining(['of the server', 'met by two']));
    expect(await queries.list({ app: 'news', limit: 5 })).toMatchObject({
      groups: [{ message: 'boom' }],
      more: false,
    });
  });

  test('stores errors of unlisted addresses apart from those of listed pages', async () => {
    const { store, queries } = await setUp();
    await store.add([tally()], []);
    for (let round = 0; round < 3; round++) {
      const flood = Array.from({ length: 80 }, (_, index) =>
        tally({ message: 'x'.repeat(round * 80 + index + 1), origin: 'unlisted', times: 9, at: NOW + 1 }),
      );
      await store.add(flood, []);
      await store.bound(new Set(['docs']), NOW + 1);
    }
    const next = { release: 'b'.repeat(64), at: NOW + 2 };
    await store.add([tally({ ...next, message: 'x' })], []);
    const { groups } = await queries.list({ onlyListed: true, limit: 500 });
    expect(groups.map(({ message, isNew, unlisted }) => [message, isNew, unlisted])).toEqual([
      ['x', true, undefined],
      ['boom', true, undefined],
    ]);
    const { groups: all } = await queries.list({ app: 'docs', limit: 500 });
    expect(all.filter(({ unlisted }) => unlisted)).toHaveLength(LIMITS.groups);
  });

  test('counts errors by hour', async () => {
    const { store, queries } = await setUp();
    const hour = (offset: number, times: number, app = 'docs') => ({
      app,
      release: RELEASE,
      hour: NOW + offset * HOUR_MS,
      times,
    });
    await store.add([], [hour(0, 2), hour(1, 1), hour(0, 5, 'news')]);
    await store.add([], [hour(0, 3)]);
    expect(await queries.rates('docs', NOW, NOW + 2 * HOUR_MS)).toEqual([
      { release: RELEASE, hourMs: NOW, times: 5 },
      { release: RELEASE, hourMs: NOW + HOUR_MS, times: 1 },
    ]);
    expect(await queries.rates('docs', NOW + HOUR_MS, NOW + 2 * HOUR_MS)).toHaveLength(1);
  });

  test('deletes old groups with their routes, browsers and visitors', async () => {
    const { db, store, all } = await setUp();
    const row = { app: 'docs', release: RELEASE, hour: NOW, times: 1 };
    await store.add(
      [tally({ routes: { 'docs.home': 1 }, browsers: { firefox: 1 }, visitors: ['ada'] })],
      [row],
    );
    await store.add([tally({ message: 'bang', at: NOW + 10 })], [{ ...row, hour: NOW + 10 }]);
    await store.prune(NOW + 1);
    expect((await all()).map(({ message }) => message)).toEqual(['bang']);
    for (const table of ['error_group_count', 'error_group_visitor'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('error_group_hour').selectAll().execute()).toHaveLength(1);
  });

  test('neither deadlocks nor loses errors when gateways write, bound and prune at the same time', async () => {
    const { store, open, db, queries } = await setUp();
    const stores = [store, kind === 'PostgreSQL' ? (await open()).store : store];
    const apps = new Set(['docs']);
    const flush = async (round: number): Promise<void> => {
      const own = stores[round % 2]!;
      const release = 'ab'[round % 2]!.repeat(64);
      const at = NOW + round;
      const browsers = { other: 1 };
      // More groups than the limit, some of them repeated; and one with two visitors, which the limit spares.
      const fleeting = Array.from({ length: 60 }, (_, index) =>
        tally({ place: `src/home.tsx:${20 * round + index}`, release, at, browsers }),
      );
      const lasting = tally({ message: 'met by two', release, at, browsers, visitors: ['ada', 'bob'] });
      await own.add([...fleeting, lasting], [{ app: 'docs', release, hour: NOW + HOUR_MS, times: 1 }]);
      await own.bound(apps, at);
      await own.prune(at - 4);
    };
    await Promise.all(Array.from({ length: 8 }, (_, round) => flush(round)));
    await store.bound(apps, NOW + 8);
    const { groups } = await queries.list({ app: 'docs', limit: 500 });
    expect(groups).toHaveLength(LIMITS.groups);
    const lasting = groups.filter(({ message }) => message === 'met by two');
    expect(lasting.map(({ times, visitors }) => [times, visitors])).toEqual([
      [4, 2],
      [4, 2],
    ]);
    const hours = await queries.rates('docs', NOW, NOW + 2 * HOUR_MS);
    expect(hours.map(({ times }) => times)).toEqual([4, 4]);
    const parts = await db.selectFrom('error_group_id').select('key').distinct().execute();
    expect(parts).toHaveLength(LIMITS.groups);
  });
});
