import { expect, test } from 'vitest';
import { createHistoryStore, takeHistory } from '../../../src/observing/history/history-store.ts';
import { DATABASES, openTestDatabase } from '../../fixtures/test-database.ts';

test.each(DATABASES)(
  'on %s, old entries of the history are deleted, except the newest of each app and those with a due event',
  async (kind) => {
    const db = await openTestDatabase(kind);
    const history = createHistoryStore(db);
    const add = (app: string | null, at: number) =>
      history.addHistory({ at, actor: 'a', action: 'pin', app, from: null, to: null, note: '' });
    for (const app of ['docs', 'news', null]) for (let at = 1; at <= 4; at++) await add(app, at);
    await db.transaction().execute(takeHistory);
    for (const at of [2, 5]) await add('docs', at); // their events are due
    const left = async () =>
      (await history.history({ limit: 100 })).map(({ app, at }) => `${app} ${at}`).toSorted();
    await history.pruneHistory(0, 1);
    expect(await left()).toHaveLength(14);
    await history.pruneHistory(4, 1);
    expect(await left()).toEqual(['docs 2', 'docs 4', 'docs 5', 'news 4', 'null 4']);
  },
);

test.each(DATABASES)(
  'on %s, an entry is returned by its id with its note, without null characters',
  async (kind) => {
    const db = await openTestDatabase(kind);
    const noted: unknown[] = [];
    const history = createHistoryStore(db, (entry) => noted.push(entry));
    const entry = { at: 1, actor: 'a', action: 'refuse', app: 'docs', note: 'a\0b' } as const;
    await history.addHistory(entry);
    const [taken] = await db.transaction().execute(takeHistory);
    expect(await history.historyEntry(taken!.id)).toEqual({ ...entry, from: null, to: null, note: 'ab' });
    expect(await history.historyEntry('none')).toBeUndefined();
    expect(noted).toEqual([entry]);
  },
);

test.each(DATABASES)(
  'on %s, entries have the order in which they were added, whatever the clock',
  async (kind) => {
    const db = await openTestDatabase(kind);
    const history = createHistoryStore(db);
    for (const at of [1, 900, 2, 3])
      await history.addHistory({
        at,
        actor: 'a',
        action: 'pin',
        app: 'docs',
        from: null,
        to: null,
        note: '',
      });
    expect((await history.history({ limit: 3 })).map(({ at }) => at)).toEqual([3, 2, 900]);
    const taken = await db.transaction().execute(takeHistory);
    expect(taken.map(({ entry }) => entry.at)).toEqual([1, 900, 2, 3]);
    await history.pruneHistory(1_000, 2);
    expect((await history.history({ limit: 9 })).map(({ at }) => at)).toEqual([3, 2]);
  },
);
