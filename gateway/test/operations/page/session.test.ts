import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { describe, expect, test } from 'vitest';
import { createSessions, isOwnForm } from '../../../src/operations/page/session.ts';
import { createSignedValues } from '../../../src/platform/secrets/signed-values.ts';

const ADA = { id: 't_1', name: 'ada' } as Token;
const EIGHT_HOURS_MS = 28_800_000;

function setUp() {
  const clock = { now: Date.UTC(2026, 10, 21) };
  const now = () => clock.now;
  const known = [ADA];
  const sessions = createSessions(
    createSignedValues('a secret', 'session', now),
    { list: async () => known },
    now,
  );
  const find = (cookie: string) => sessions.find({ headers: { cookie } });
  return { clock, known, sessions, find };
}

describe('a session', () => {
  test('is a cookie that scripts cannot read and other sites cannot send, and leads to its token', async () => {
    const { sessions, find } = setUp();
    const cookie = sessions.open(ADA, true);
    expect(cookie).toMatch(/^session=t_1\.\d+\.[\w-]{43}; Path=\/-\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(await find(cookie.split(';')[0]!)).toBe(ADA);
  });

  test('expires after eight hours, and with its token', async () => {
    const { sessions, find, clock, known } = setUp();
    const cookie = sessions.open(ADA, false).split(';')[0]!;
    clock.now += EIGHT_HOURS_MS - 1;
    expect(await find(cookie)).toBe(ADA);
    clock.now++;
    expect(await find(cookie)).toBeUndefined();
    clock.now -= EIGHT_HOURS_MS;
    known.length = 0;
    expect(await find(cookie)).toBeUndefined();
  });

  test('with another id is refused, and signing out removes the cookie', async () => {
    const { sessions, find } = setUp();
    const cookie = sessions.open(ADA, false).split(';')[0]!;
    for (const wrong of [cookie.replace('t_1', 't_2'), 'session=t_1', ''])
      expect([wrong, await find(wrong)]).toEqual([wrong, undefined]);
    expect(sessions.close(false)).toMatch(/^session=; Max-Age=0; Path=\/-\/;/);
  });
});

test.each([
  ['its own page', { origin: 'http://ops:9000', 'sec-fetch-site': 'same-origin' }, true],
  ['its own page, by an old browser', { origin: 'http://ops:9000' }, true],
  ['another port', { origin: 'http://ops:3000' }, false],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  [
    'a page of another origin of the same site',
    { origin: 'http://ops:9000', 'sec-fetch-site': 'same-site' },
    false,
  ],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['a client that sends no origin', {}, false],
])('a form of %s with %o is accepted: %s', (_, headers, own) => {
  expect(isOwnForm({ headers: { host: 'ops:9000', ...headers } })).toBe(own);
});
