import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Away, createDatabaseWatch } from '../../../src/platform/database/database-watch.ts';
import { gatewayErrors } from '../../../src/platform/errors.ts';

const SECOND_MS = 1_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A watch of a database whose answer is `database.answer`. */
function watched(awayAtStart?: string) {
  const database: { answer: () => Promise<unknown> } = { answer: async () => {} };
  const changes: (Away | undefined)[] = [];
  const watch = createDatabaseWatch({
    database: 'db:5432',
    awayAtStart,
    ask: () => database.answer(),
    onChange: (away) => changes.push(away),
    now: Date.now,
  });
  return { database, changes, watch };
}

const refused = () =>
  Promise.reject(
    gatewayErrors.DATABASE_AWAY(
      { database: 'db', reason: '' },
      Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    ),
  );

test('an outage is reported once when it begins and once when it ends', async () => {
  const { database, changes, watch } = watched();
  await watch.look();
  vi.setSystemTime(SECOND_MS);
  database.answer = refused;
  await watch.look();
  await watch.look();
  expect(watch.away()).toEqual({ since: SECOND_MS, reason: 'ECONNREFUSED' });
  database.answer = async () => {};
  await watch.look();
  expect(changes).toEqual([{ since: SECOND_MS, reason: 'ECONNREFUSED' }, undefined]);
});

test('a database that does not answer is away after some seconds, and gets one query at a time', async () => {
  const { database, watch } = watched();
  const queried = vi.fn<() => void>();
  const hanging = Promise.withResolvers<void>();
  database.answer = () => {
    queried();
    return hanging.promise;
  };
  void watch.look();
  for (let looks = 0; looks < 5; looks++) {
    void watch.look();
    await vi.advanceTimersByTimeAsync(SECOND_MS);
  }
  expect(watch.away()).toMatchObject({ reason: 'it does not answer' });
  expect(queried).toHaveBeenCalledOnce();
  hanging.resolve();
  await watch.look();
  expect(watch.away()).toBeUndefined();
});

test('a connection that broke is no outage when the next one works', async () => {
  const { database, changes, watch } = watched();
  const answers = [refused, async () => {}];
  database.answer = () => answers.shift()!();
  await watch.look();
  expect({ changes, left: answers.length }).toEqual({ changes: [], left: 0 });
});

test('an error from the database is no outage', async () => {
  const { database, changes, watch } = watched();
  database.answer = () => Promise.reject(new Error('relation "x" does not exist'));
  await watch.look();
  expect(changes).toEqual([]);
});

test('a query has a time limit, and is refused while the database is away', async () => {
  const { database, watch } = watched();
  expect(await watch.within(300, async () => 'rows')).toBe('rows');
  const slow = watch.within(300, () => new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(300);
  expect(await slow).toMatchObject({
    code: 'GW_DATABASE_AWAY',
    message: expect.not.stringContaining('db:5432'),
    fix: expect.stringContaining('db:5432'),
  });
  database.answer = refused;
  await watch.look();
  const query = vi.fn<() => Promise<void>>();
  await expect(watch.within(300, query)).rejects.toMatchObject({
    fix: expect.stringContaining('ECONNREFUSED'),
  });
  expect(query).not.toHaveBeenCalled();
});

test('a gateway that started without its database counts it as away until the next start', async () => {
  const { changes, watch } = watched('the disk is full');
  expect(watch.away()).toEqual({ since: 0, reason: 'the disk is full' });
  await expect(watch.within(300, async () => 'rows')).rejects.toMatchObject({
    fix: expect.stringContaining('the disk is full'),
  });
  expect(changes).toEqual([]);
});
