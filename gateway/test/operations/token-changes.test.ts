import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { createTokenChanges, tokenRequest } from '../../src/operations/token-changes.ts';
import type { StateStore } from '../../src/releasing/state/state-store.ts';
import type { TokenStore } from '../../src/platform/secrets/token-store.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 22);
const ada = { role: 'operator', app: null, name: 'ada' } as Token;
const blogTeam = { role: 'team', app: 'blog', name: 'the blog' } as Token;

function setUp(...roles: Token['role'][]) {
  let stored = roles.map((role, index) => ({ id: `t${index}`, role, app: null, name: `n${index}` }) as Token);
  const history: HistoryEntry[] = [];
  const tokens = {
    list: async () => stored,
    create: async (wanted: object) => {
      const token = { ...wanted, id: 'new', token: 'vf_secret' };
      stored = [...stored, token as unknown as Token];
      return token;
    },
    revoke: async (id: string) => {
      stored = stored.filter((token) => token.id !== id);
    },
  } as unknown as TokenStore;
  const state = { addHistory: async (entry: HistoryEntry) => history.push(entry) } as unknown as StateStore;
  return {
    changes: createTokenChanges({ tokens, state, now: () => NOW }),
    history,
    ids: () => stored.map(({ id }) => id),
  };
}

test('a created token is named after its app or role, and recorded without its secret', async () => {
  const { changes, history } = setUp();
  expect(await changes.create({ role: 'team', app: 'blog' }, ada)).toMatchObject({
    name: 'blog',
    expiresAt: NOW + 90 * DAY_MS,
  });
  expect(await changes.create({ role: 'operator' }, ada)).toMatchObject({ name: 'operator', app: null });
  expect(history[0]).toMatchObject({
    at: NOW,
    actor: 'ada',
    action: 'token-create',
    app: 'blog',
    note: 'blog (new)',
  });
  expect(JSON.stringify(history)).not.toContain('vf_secret');
});

test.each([
  [{ role: 'operator' }, NOW + 90 * DAY_MS],
  [{ role: 'preview', app: 'blog' }, NOW + 90 * DAY_MS],
  [{ role: 'metrics' }, null],
  [{ role: 'operator', expiresAt: null }, null],
  [{ role: 'metrics', expiresAt: NOW + DAY_MS }, NOW + DAY_MS],
] as const)('a token of %o expires at %s', async (request, expiresAt) => {
  expect(await setUp().changes.create(request, ada)).toMatchObject({ expiresAt });
});

test.each([
  [{ role: 'team' }, false],
  [{ role: 'preview' }, false],
  [{ role: 'invalidate' }, false],
  [{ role: 'invalidate', app: 'blog' }, true],
  [{ role: 'metrics', app: 'blog' }, false],
  [{ role: 'operator', app: 'blog' }, false],
  [{ role: 'read' }, true],
  [{ role: 'read', app: 'blog' }, true],
  [{ role: 'root' }, false],
])('a request for a token of %o is valid: %s', (request, valid) => {
  expect(tokenRequest.safeParse(request).success).toBe(valid);
});

test('a token with an expiry in the past is refused', async () => {
  const { changes, ids } = setUp();
  const created = changes.create({ role: 'operator', expiresAt: NOW }, ada);
  await expect(created).rejects.toMatchObject({ code: 'GW_BAD_REQUEST' });
  expect(ids()).toEqual([]);
});

test.each([
  ['the token of the last operator cannot be revoked', ['operator', 'team'], 't0', 'GW_LAST_OPERATOR'],
  ['a revocation of an unknown token is refused', ['operator'], 'other', 'GW_TOKEN_UNKNOWN'],
] as const)('%s', async (_, roles, id, code) => {
  const { changes, ids, history } = setUp(...roles);
  await expect(changes.revoke(id, ada)).rejects.toMatchObject({ code });
  expect([ids().length, history]).toEqual([roles.length, []]);
});

test('one of two operators can be revoked, and a team always', async () => {
  const { changes, ids, history } = setUp('operator', 'operator', 'team');
  await changes.revoke('t0', ada);
  await changes.revoke('t2', ada);
  expect([ids(), history.map(({ action }) => action)]).toEqual([['t1'], ['token-revoke', 'token-revoke']]);
});

test.each(['preview', 'invalidate', 'read'] as const)(
  'a team creates a token of the role %s for its app only, lists it, and revokes it',
  async (role) => {
    const { changes, ids, history } = setUp('operator', 'read');
    expect(await changes.create({ role, app: 'blog' }, blogTeam)).toMatchObject({
      expiresAt: NOW + 90 * DAY_MS,
    });
    expect(history[0]).toMatchObject({ actor: 'the blog', action: 'token-create', app: 'blog' });
    expect((await changes.list(blogTeam)).map(({ id }) => id)).toEqual(['new']);
    expect((await changes.list(ada)).map(({ id }) => id)).toEqual(['t0', 't1', 'new']);
    await changes.revoke('new', blogTeam);
    expect(ids()).toEqual(['t0', 't1']);
  },
);

test.each([
  ['the right to publish', { role: 'team', app: 'blog' }, 'GW_TOKEN_RIGHT'],
  ['a right in another app', { role: 'preview', app: 'legal' }, 'GW_TOKEN_RIGHT'],
  ['a right on the whole site', { role: 'read' }, 'GW_TOKEN_RIGHT'],
  ['the rights of an operator', { role: 'operator' }, 'GW_TOKEN_RIGHT'],
  ['no expiry', { role: 'preview', app: 'blog', expiresAt: null }, 'GW_BAD_REQUEST'],
  [
    'an expiry after 91 days',
    { role: 'preview', app: 'blog', expiresAt: NOW + 91 * DAY_MS },
    'GW_BAD_REQUEST',
  ],
] as const)('a team is refused a token with %s', async (_, request, code) => {
  const { changes, ids } = setUp();
  await expect(changes.create(request, blogTeam)).rejects.toMatchObject({ code });
  expect(ids()).toEqual([]);
});

test('a team has at most 50 tokens for one job', async () => {
  const { changes, ids } = setUp();
  const make = () => changes.create({ role: 'read', app: 'blog' }, blogTeam);
  for (let created = 0; created < 50; created++) await make();
  await expect(make()).rejects.toMatchObject({ code: 'GW_BAD_REQUEST' });
  expect(ids().length).toBe(50);
});

test.each([
  ['an operator', 'operator'],
  ['a team', 'team'],
] as const)('a team may not revoke the token of %s', async (_, role) => {
  const { changes, ids } = setUp(role, 'operator');
  await expect(changes.revoke('t0', blogTeam)).rejects.toMatchObject({ code: 'GW_TOKEN_UNKNOWN' });
  expect(ids()).toEqual(['t0', 't1']);
});
