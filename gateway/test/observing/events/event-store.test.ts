import { describe, expect, test } from 'vitest';
import {
  createEventStore,
  errorSubject,
  MOST_CHANGES_A_DAY,
  MOST_NEW_ERRORS,
  readErrorSubject,
} from '../../../src/observing/events/event-store.ts';
import { createHistoryStore } from '../../../src/observing/history/history-store.ts';
import { createOutboxStore } from '../../../src/platform/outbox/outbox-store.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';
import { historyEntry, HOUR, LIVE, NOW } from './test-events.ts';

const DAY = 24 * HOUR;

async function setUp() {
  const db = await openTestDatabase();
  const outbox = createOutboxStore(db);
  const waiting = async (channel: string) => (await outbox.depth([channel]))[0]?.waiting ?? 0;
  return { db, outbox, waiting, state: createHistoryStore(db), store: createEventStore(db, outbox) };
}

const errors = (count: number, release = LIVE) =>
  Array.from({ length: count }, (_, n) => ({ release, id: String(n).padStart(8, '0') }));

describe('the deliveries of changes', () => {
  test('are stored once, also by two gateways', async () => {
    const { db, outbox, state, store, waiting } = await setUp();
    await state.addHistory(historyEntry());
    await state.addHistory(historyEntry({ app: 'legal' }));
    const stores = [store, createEventStore(db, outbox)];
    const added = await Promise.all(
      stores.map((one) => one.addChanges(({ app }) => (app === 'blog' ? ['event:a', 'event:b'] : []))),
    );
    expect(added.toSorted()).toEqual([0, 2]);
    expect([await waiting('event:a'), await waiting('event:b')]).toEqual([1, 1]);
    // An entry without a receiver is taken, too: a receiver that comes later does not get the past.
    expect(await store.addChanges(() => ['event:late'])).toBe(0);
  });

  test('are limited by app within a day', async () => {
    const { db, state, store, waiting } = await setUp();
    const rows = Array.from({ length: MOST_CHANGES_A_DAY - 1 }, (_, n) => ({
      id: `earlier-${n}`,
      sequence: n,
      at: NOW - 1,
      actor: 'blog CI',
      action: 'refuse',
      app: 'blog',
      from_id: null,
      to_id: LIVE,
      note: '',
      composition: null,
      waits_for: null,
      event_due: null,
    }));
    for (let start = 0; start < rows.length; start += 50)
      await db
        .insertInto('history')
        .values(rows.slice(start, start + 50))
        .execute();
    await state.addHistory(historyEntry({ at: NOW }));
    await state.addHistory(historyEntry({ at: NOW + 1 }));
    await state.addHistory(historyEntry({ at: NOW + 2 }));
    await state.addHistory(historyEntry({ at: NOW + 2, app: 'legal' }));
    await state.addHistory(historyEntry({ at: NOW + DAY }));
    expect(await store.addChanges(({ app }) => [`event:${app}`])).toBe(3);
    expect([await waiting('event:blog'), await waiting('event:legal')]).toEqual([2, 1]);
  });
});

describe('the deliveries of new errors', () => {
  test('are stored once by release and channel', async () => {
    const { store, waiting } = await setUp();
    expect(await store.addErrors('event:a', [], NOW)).toBe(0);
    expect(await store.addErrors('event:a', errors(2), NOW)).toBe(2);
    expect(await store.addErrors('event:a', errors(3), NOW)).toBe(1);
    expect(await store.addErrors('event:b', errors(2), NOW)).toBe(2);
    expect(await store.addErrors('event:a', errors(2, 'd'.repeat(64)), NOW)).toBe(2);
    expect([await waiting('event:a'), await waiting('event:b')]).toEqual([5, 2]);
  });

  test('are limited by release and channel', async () => {
    const { store, waiting } = await setUp();
    expect(await store.addErrors('event:a', errors(MOST_NEW_ERRORS - 1), NOW)).toBe(MOST_NEW_ERRORS - 1);
    expect(await store.addErrors('event:a', errors(200), NOW)).toBe(1);
    expect(await store.addErrors('event:a', errors(200), NOW)).toBe(0);
    expect(await waiting('event:a')).toBe(MOST_NEW_ERRORS);
  });

  test('name the error and the start of its release', () => {
    expect(readErrorSubject(errorSubject({ release: LIVE, id: '7k2m9x1q' }))).toEqual({
      release: 'b'.repeat(20),
      id: '7k2m9x1q',
    });
  });
});

test('deliveries that wait are removed after their time, also those of removed receivers', async () => {
  const { db, outbox, store, waiting } = await setUp();
  await store.addErrors('event:removed', errors(2), NOW - 1);
  await store.addErrors('event:a', errors(2), NOW);
  const mail = { subjectId: 'e1', kind: 'enquiry', channel: 'smtp', at: NOW - 1 };
  await db.transaction().execute((tx) => outbox.add(tx, [mail]));
  await store.tidy(NOW);
  expect([await waiting('event:removed'), await waiting('event:a'), await waiting('smtp')]).toEqual([
    0, 2, 1,
  ]);
});
