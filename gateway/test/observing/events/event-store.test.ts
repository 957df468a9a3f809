import type { SiteEvent } from '@voltframe/kit/contract/operations/event';
import { describe, expect, test } from 'vitest';
import { createEventStore, eventId, MOST_SENT } from '../../../src/observing/events/event-store.ts';
import { createOutboxStore } from '../../../src/platform/outbox/outbox-store.ts';
import { HOUR, LIVE, NOW } from './test-events.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';

const DAY = 24 * HOUR;
type Database = Awaited<ReturnType<typeof openTestDatabase>>;
const openStore = (db: Database) => createEventStore(db, createOutboxStore(db), () => []);
const event = (number: number, changed: Partial<SiteEvent> = {}): SiteEvent => ({
  id: `event-${number}`,
  app: 'blog',
  type: 'new-error',
  at: NOW,
  summary: `number ${number}`,
  release: LIVE,
  ...changed,
});

test('makes an event id from all of its parts', () => {
  const ids = [eventId('blog', 'r1', 'lcp'), eventId('blog', 'r2', 'lcp'), eventId('blo', 'gr1', 'lcp')];
  expect(new Set(ids).size).toBe(3);
  expect(eventId('blog', 'r1', 'lcp')).toBe(ids[0]);
});

describe('the events of an app', () => {
  test.each<[SiteEvent['type'], most: number, ms: number]>([
    ['new-error', MOST_SENT.alertsAnHour, HOUR],
    ['activated', MOST_SENT.othersADay, DAY],
  ])('are limited for events like %s, and the last one is marked', async (type, most, ms) => {
    const db = await openTestDatabase();
    const stores = [openStore(db), openStore(db)];
    const rows = Array.from({ length: most - 3 }, (_, n) => ({
      id: `earlier-${n}`,
      app: 'blog',
      release: '',
      created_at: NOW,
      place: `${type === 'activated' ? 'others' : 'hour'} blog ${NOW - (NOW % ms)} ${n + 1}`,
      body: '{}',
    }));
    await db.insertInto('alert').values(rows).execute();
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, number) => stores[number % 2]!.add(event(number, { type }))),
    );
    expect(added.filter(Boolean)).toHaveLength(3);
    const stored = await Promise.all(Array.from({ length: 20 }, (_, n) => stores[0]!.get(`event-${n}`)));
    expect(stored.filter((one) => one?.last)).toHaveLength(1);
    const others = [event(21, { type, at: NOW + ms }), event(22, { type, app: 'blog-2' })];
    for (const other of others) expect(await stores[0]!.add(other)).toBe(true);
    expect(await stores[0]!.add(event(23, { type: type === 'activated' ? 'new-error' : 'activated' }))).toBe(
      true,
    );
  });
});

describe('a stored event', () => {
  test('is known until it is removed', async () => {
    const store = openStore(await openTestDatabase());
    await store.add(event(1, { at: NOW - DAY }));
    await store.add(event(2));
    expect(await store.add(event(2))).toBe(false);
    expect(await store.known(['event-1', 'event-2', 'event-3'])).toEqual(new Set(['event-1', 'event-2']));
    expect(await store.known([])).toEqual(new Set());
    await store.tidy(NOW);
    expect(await store.known(['event-1', 'event-2'])).toEqual(new Set(['event-2']));
    expect([await store.get('event-1'), await store.get('event-2')]).toMatchObject([undefined, event(2)]);
  });
});
