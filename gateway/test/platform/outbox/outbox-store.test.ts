import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createOutboxStore, type OutboxEntry } from '../../../src/platform/outbox/outbox-store.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

const NOW = 1_000_000;
const entry = (subjectId: string, channel = 'smtp'): OutboxEntry => ({
  subjectId,
  kind: 'enquiry',
  channel,
  at: NOW,
});

async function openStore(entries = [entry('e')]) {
  const db = await openDatabase(await testDatabase(DATABASES[0]!));
  onTestFinished(() => db.destroy());
  const store = createOutboxStore(db);
  const add = (...args: Parameters<typeof store.add> extends [unknown, ...infer Rest] ? Rest : never) =>
    db.transaction().execute((tx) => store.add(tx, ...args));
  const remove = (ids: string[]) => db.transaction().execute((tx) => store.remove(tx, ids));
  await add(entries);
  return { store, add, remove };
}

test('a row without a channel is moved once to the channels that are configured later', async () => {
  const { store } = await openStore([entry('e', 'none')]);
  expect(await store.depth()).toMatchObject([{ channel: 'none', waiting: 1, oldest: NOW }]);
  await store.route('alert', ['smtp'], NOW);
  for (let count = 0; count < 2; count += 1) await store.route('enquiry', ['smtp', 'webhook'], NOW);
  expect((await store.of('e')).map(({ id }) => id)).toEqual(['e.smtp', 'e.webhook']);
  expect(await store.depth(['smtp'])).toMatchObject([{ channel: 'smtp', waiting: 1 }]);
});

test('one of several senders takes a row, and another one after the lease', async () => {
  const { store } = await openStore();
  const take = (now: number) => store.take(['smtp'], now, 1_000, 5);
  const taken = await Promise.all([take(NOW), take(NOW), take(NOW)]);
  expect(taken.flat()).toMatchObject([{ attempts: 1 }]);
  expect(await take(NOW + 999)).toEqual([]);
  expect(await take(NOW + 1_000)).toMatchObject([{ attempts: 2 }]);
});

test.each([
  [{ sent_at: NOW, last_error: null }, []],
  [{ failed_at: NOW, last_error: 'SMTP 550' }, []],
  [{ next_at: NOW + 60_000, last_error: 'x'.repeat(200) }, [{ id: 'e.smtp' }]],
])('after the result %j, the rows that are due a minute later are %j', async (result, due) => {
  const { store } = await openStore();
  await store.take(['smtp'], NOW, 1_000, 5);
  await store.settle('e.smtp', result);
  expect(await store.take(['smtp'], NOW + 59_999, 1_000, 5)).toEqual([]);
  expect(await store.take(['smtp'], NOW + 60_000, 1_000, 5)).toMatchObject(due);
  expect((await store.of('e'))[0]!.last_error?.length ?? 0).toBeLessThanOrEqual(80);
});

test('a row replaces a waiting one about the same subject, but not one that a sender has', async () => {
  const { store, add } = await openStore([{ ...entry('a'), id: '1' }, entry('b')]);
  await add([{ ...entry('a'), id: '2' }], 'replace');
  expect((await store.of('a')).map(({ id }) => id)).toEqual(['2']);
  await store.take(['smtp'], NOW, 1_000, 5);
  await add([{ ...entry('a'), id: '3' }], 'replace');
  expect((await store.of('a')).map(({ id }) => id)).toEqual(['2', '3']);
  expect(await store.of('b')).toHaveLength(1);
});

test('rows are removed with their subjects, and when they expire', async () => {
  const ids = Array.from({ length: 1_100 }, (_, n) => `s${n}`);
  const { store, remove } = await openStore([
    ...ids.map((id) => entry(id)),
    entry('e'),
    entry('old', 'hook'),
  ]);
  await remove(ids);
  expect(await store.depth()).toMatchObject([
    { channel: 'hook', waiting: 1 },
    { channel: 'smtp', waiting: 1 },
  ]);
  await store.expire(['hook'], NOW + 1);
  expect([await store.of('old'), await store.of('e')]).toMatchObject([[], [{ id: 'e.smtp' }]]);
  await store.expire('sent', NOW + 1);
  await store.settle('e.smtp', { sent_at: NOW, last_error: null });
  await store.expire('sent', NOW);
  expect(await store.of('e')).toHaveLength(1);
  await store.expire('sent', NOW + 1);
  expect(await store.of('e')).toEqual([]);
});
