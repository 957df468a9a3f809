import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createErrorStore } from '../../../../src/observing/errors/groups/error-store.ts';
import { createVisitorHashes, DAY_MS } from '../../../../src/observing/errors/groups/visitor-hashes.ts';
import { openDatabase } from '../../../../src/platform/database/database.ts';
import { DATABASES, testDatabase } from '../../../fixtures/test-database.ts';

describe.each(DATABASES)('visitors on %s', (kind) => {
  const setUp = async () => {
    const db = await openDatabase(await testDatabase(kind));
    onTestFinished(() => db.destroy());
    createErrorStore(db);
    const clock = { now: Date.UTC(2026, 10, 22, 9) };
    const open = () => createVisitorHashes(db, () => clock.now);
    return { db, clock, open };
  };

  test('all gateways hash an address alike, and each network differently', async () => {
    const { open } = await setUp();
    const [one, other] = [open(), open()];
    await Promise.all([one.renew(), other.renew()]);
    expect(one.of('192.0.2.1')).toBe(other.of('192.0.2.1'));
    expect(one.of('2001:db8::1')).toBe(one.of('2001:db8::2'));
    expect(one.of('192.0.2.1')).not.toBe(one.of('192.0.2.2'));
    expect(one.of('192.0.2.1')).toMatch(/^[\w-]{16}$/);
  });

  test('the next day it is another hash, and the salt of the day before is gone', async () => {
    const { db, clock, open } = await setUp();
    const visitors = open();
    await visitors.renew();
    const before = visitors.of('192.0.2.1');
    clock.now += DAY_MS;
    expect(visitors.of('192.0.2.1')).not.toBe(before);
    await visitors.renew();
    const days = await db.selectFrom('seeing_salt').select('day').orderBy('day').execute();
    expect(days.map(({ day }) => day)).toEqual([0, 1].map((next) => Math.floor(clock.now / DAY_MS) + next));
  });

  test('a salt that could not be deleted is deleted the next time, not a day later', async () => {
    const { db, clock, open } = await setUp();
    const visitors = open();
    await visitors.renew();
    clock.now += DAY_MS;
    vi.spyOn(db, 'deleteFrom').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(visitors.renew()).rejects.toThrow('away');
    await visitors.renew();
    const days = await db.selectFrom('seeing_salt').select('day').orderBy('day').execute();
    expect(days[0]!.day).toBe(Math.floor(clock.now / DAY_MS));
  });

  test('without a salt nobody is counted', async () => {
    const { open } = await setUp();
    expect(open().of('192.0.2.1')).toBeUndefined();
  });
});
