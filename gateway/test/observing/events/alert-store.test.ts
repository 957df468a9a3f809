import type { Alert } from '@voltframe/kit/contract/operations/alert';
import { describe, expect, test } from 'vitest';
import { alertId, createAlertStore, MOST_A_DAY } from '../../../src/observing/events/alert-store.ts';
import { createOutboxStore } from '../../../src/platform/outbox/outbox-store.ts';
import { HOUR, LIVE, NOW } from './live-app.ts';
import { alertDatabase } from './test-alerts.ts';

const DAY = 24 * HOUR;
const openStore = (db: Awaited<ReturnType<typeof alertDatabase>>) =>
  createAlertStore(db, createOutboxStore(db));
const alert = (number: number, changed: Partial<Alert> = {}): Alert => ({
  id: `alert-${number}`,
  app: 'blog',
  rule: 'new-error',
  at: NOW,
  summary: `number ${number}`,
  release: LIVE,
  ...changed,
});

test('the id is of app, release, rule and subject together', () => {
  const ids = [
    alertId('blog', 'r1', 'vitals', 'lcp'),
    alertId('blog', 'r1', 'vitals', 'cls'),
    alertId('blog', 'r2', 'vitals', 'lcp'),
    alertId('blo', 'gr1', 'vitals', 'lcp'),
  ];
  expect(new Set(ids).size).toBe(4);
  expect(alertId('blog', 'r1', 'vitals', 'lcp')).toBe(ids[0]);
});

describe('an app', () => {
  test(`has ${MOST_A_DAY} alerts a day, of which the last says so; the day after there are more`, async () => {
    const store = openStore(await alertDatabase());
    const told: boolean[] = [];
    for (let number = 1; number <= MOST_A_DAY + 5; number += 1)
      told.push(await store.tell(alert(number), []));
    expect(told.filter(Boolean)).toHaveLength(MOST_A_DAY);
    const kept = await store.of([LIVE], 0);
    expect(kept.filter(({ last }) => last)).toMatchObject([{ id: `alert-${MOST_A_DAY}` }]);
    expect(await store.tell(alert(MOST_A_DAY + 1, { at: NOW + DAY }), [])).toBe(true);
  });

  test('does not use up what others have', async () => {
    const store = openStore(await alertDatabase());
    for (let number = 1; number <= MOST_A_DAY; number += 1)
      await store.tell(alert(number, { app: 'blog-2' }), []);
    expect(await store.tell(alert(0), [])).toBe(true);
  });

  test('has no more than that by two gateways at once', async () => {
    const db = await alertDatabase();
    const stores = [openStore(db), openStore(db)];
    const told = await Promise.all(
      Array.from({ length: MOST_A_DAY + 10 }, (_, number) => stores[number % 2]!.tell(alert(number), [])),
    );
    expect(told.filter(Boolean)).toHaveLength(MOST_A_DAY);
  });
});

describe('what was told', () => {
  test('is known, until it is forgotten', async () => {
    const store = openStore(await alertDatabase());
    await store.tell(alert(1, { at: NOW - DAY }), []);
    await store.tell(alert(2), []);
    expect(await store.tell(alert(2), [])).toBe(false);
    expect(await store.known(['alert-1', 'alert-2', 'alert-3'])).toEqual(new Set(['alert-1', 'alert-2']));
    expect(await store.known([])).toEqual(new Set());
    await store.tidy(NOW);
    expect(await store.known(['alert-1', 'alert-2'])).toEqual(new Set(['alert-2']));
    expect([await store.get('alert-1'), (await store.get('alert-2'))?.summary]).toEqual([
      undefined,
      'number 2',
    ]);
  });

  test('is found by release, the newest first', async () => {
    const store = openStore(await alertDatabase());
    for (const number of [1, 2, 3]) await store.tell(alert(number, { at: NOW + number }), []);
    await store.tell(alert(4, { release: 'f'.repeat(64) }), []);
    expect((await store.of([LIVE], NOW + 2)).map(({ id }) => id)).toEqual(['alert-3', 'alert-2']);
    expect(await store.of([], 0)).toEqual([]);
  });

  test('is put into the outbox once for each way that the team is told', async () => {
    const db = await alertDatabase();
    const store = openStore(db);
    for (let time = 0; time < 2; time += 1) await store.tell(alert(1), ['alert-hook', 'alert-mail']);
    const rows = await db
      .selectFrom('enquiry_outbox')
      .select(['id', 'kind', 'subject_id'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: 'alert-1.alert-hook', kind: 'alert', subject_id: 'alert-1' },
      { id: 'alert-1.alert-mail', kind: 'alert', subject_id: 'alert-1' },
    ]);
  });
});
