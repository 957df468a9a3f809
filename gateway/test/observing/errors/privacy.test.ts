import { describe, expect, test, vi } from 'vitest';
import {
  alikeMessage,
  cleanMessage,
  createVisitorHashes,
  DAY_MS,
} from '../../../src/observing/errors/privacy.ts';
import { DATABASES, openTestDatabase } from '../../fixtures/test-database.ts';

describe.each(DATABASES)('visitor hashes on %s', (kind) => {
  const setUp = async () => {
    const db = await openTestDatabase(kind);
    const clock = { now: Date.UTC(2026, 10, 22, 9) };
    const open = () => createVisitorHashes(db, () => clock.now);
    return { db, clock, open };
  };

  test('are equal on all gateways, and different for each network', async () => {
    const { open } = await setUp();
    const [one, other] = [open(), open()];
    await Promise.all([one.renew(), other.renew()]);
    expect(one.of('192.0.2.1')).toBe(other.of('192.0.2.1'));
    expect(one.of('2001:db8::1')).toBe(one.of('2001:db8::2'));
    expect(one.of('192.0.2.1')).not.toBe(one.of('192.0.2.2'));
    expect(one.of('192.0.2.1')).toMatch(/^[\w-]{16}$/);
  });

  test('change each day, and the salt of the previous day is deleted', async () => {
    const { db, clock, open } = await setUp();
    const visitors = open();
    await visitors.renew();
    const before = visitors.of('192.0.2.1');
    clock.now += DAY_MS;
    expect(visitors.of('192.0.2.1')).not.toBe(before);
    await visitors.renew();
    const days = await db.selectFrom('visitor_salt').select('day').orderBy('day').execute();
    expect(days.map(({ day }) => day)).toEqual([0, 1].map((next) => Math.floor(clock.now / DAY_MS) + next));
  });

  test('retry to delete a salt at the next renewal', async () => {
    const { db, clock, open } = await setUp();
    const visitors = open();
    await visitors.renew();
    clock.now += DAY_MS;
    vi.spyOn(db, 'deleteFrom').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(visitors.renew()).rejects.toThrow('away');
    await visitors.renew();
    const days = await db.selectFrom('visitor_salt').select('day').orderBy('day').execute();
    expect(days[0]!.day).toBe(Math.floor(clock.now / DAY_MS));
  });

  test('are undefined without a salt', async () => {
    const { open } = await setUp();
    expect(open().of('192.0.2.1')).toBeUndefined();
  });
});

test.each([
  ['cannot reach ada.l+x@mail.example.org now', 'cannot reach <mail> now'],
  ['GET https://site.example/search?q=my+secret failed', 'GET https://site.example/search?… failed'],
  ['no page at /search?q=my+secret#there', 'no page at /search?…'],
  ['card 4111 1111 1111 1111 refused', 'card <number> refused'],
  ['phone +41 79 123 45 67', 'phone <number>'],
  ['user 6f9619ff-8b86-d011-b42d-00cf4fc964ff is gone', 'user <id> is gone'],
  [
    "Cannot read properties of undefined (reading 'title')",
    "Cannot read properties of undefined (reading 'title')",
  ],
  [
    'Unexpected token \'h\', "hello, I am Ada" is not valid JSON',
    'Unexpected token \'h\', "…" is not valid JSON',
  ],
  [`no note 'my secret "plan"'`, `no note '…'`],
  [`cannot send "${'my long letter '.repeat(30)}"`, 'cannot send "…"'],
  [`the app doesn't know "title", and can't`, `the app doesn't know "title", and can't`],
  [
    'Minified React error #418; visit https://react.dev/errors/418?args[]=HTML',
    'Minified React error #418; visit https://react.dev/errors/418?…',
  ],
  ['two\nlines\u001b[31m', 'two lines [31m'],
  ['', 'no message'],
])('stores the message "%s" as "%s"', (message, kept) => {
  expect(cleanMessage(message)).toBe(kept);
});

test('cuts a message at 300 characters', () => {
  expect(cleanMessage('a.'.repeat(1_000_000))).toHaveLength(300);
  expect(cleanMessage('1 '.repeat(150)).length).toBeLessThanOrEqual(300);
});

test('ignores numbers and quoted text when it compares messages', () => {
  expect(alikeMessage('note 12 has no "title"')).toBe(alikeMessage('note 7 has no "text"'));
  expect(alikeMessage('note 12 has no title')).not.toBe(alikeMessage('note 12 has no text'));
});
