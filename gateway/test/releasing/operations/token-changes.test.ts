import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { createTokenChanges, tokenRequest } from '../../../src/releasing/operations/token-changes.ts';
import type { StateStore } from '../../../src/platform/database/state-store.ts';
import type { TokenStore } from '../../../src/platform/secrets/token-store.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 22);
const ada = { role: 'operator', app: null, name: 'ada' } as Token;
const blogTeam = { role: 'team', app: 'blog', name: 'the blog' } as Token;

function setUp(...roles: Token['role'][]) {
  let kept = roles.map((role, index) => ({ id: `t${index}`, role, app: null, name: `n${index}` }) as Token);
  const history: HistoryEntry[] = [];
  const tokens = {
    list: async () => kept,
    create: async (wanted: object) => {
      const token = { ...wanted, id: 'new', token: 'vf_secret' };
      kept = [...kept, token as unknown as Token];
      return token;
    },
    revoke: async (id: string) => {
      kept = kept.filter((token) => token.id !== id);
    },
  } as unknown as TokenStore;
  const state = { addHistory: async (entry: HistoryEntry) => history.push(entry) } as unknown as StateStore;
  return {
    changes: createTokenChanges({ tokens, state, now: () => NOW }),
    history,
    ids: () => kept.map(({ id }) => id),
  };
}

test('a token is made for a team or an operator, named after it, and noted without its secret', async () => {
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
] as const)('a token of %o ends at %s', async (request, expiresAt) => {
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
])('a token of %o can be asked for: %s', (request, valid) => {
  expect(tokenRequest.safeParse(request).success).toBe(valid);
});

test('an end that has passed makes no token', async () => {
  const { changes, ids } = setUp();
  const made = changes.create({ role: 'operator', expiresAt: NOW }, ada);
  await expect(made).rejects.toMatchObject({ code: 'GW_BAD_REQUEST' });
  expect(ids()).toEqual([]);
});

test.each([
  ['the last operator stays', ['operator', 'team'], 't0', 'GW_LAST_OPERATOR'],
  ['one that is not there is named', ['operator'], 'other', 'GW_TOKEN_UNKNOWN'],
] as const)('%s', async (_, roles, id, code) => {
  const { changes, ids, history } = setUp(...roles);
  await expect(changes.revoke(id, ada)).rejects.toMatchObject({ code });
  expect([ids().length, history]).toEqual([roles.length, []]);
});

test('one of two operators can be revoked, and a team at any time', async () => {
  const { changes, ids, history } = setUp('operator', 'operator', 'team');
  await changes.revoke('t0', ada);
  await changes.revoke('t2', ada);
  expect([ids(), history.map(({ action }) => action)]).toEqual([['t1'], ['token-revoke', 'token-revoke']]);
});

test.each(['preview', 'invalidate', 'read'] as const)(
  'a team makes a token of %s for its app alone, lists it, and revokes it',
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
  ["another app's", { role: 'preview', app: 'legal' }, 'GW_TOKEN_RIGHT'],
  ["the whole site's", { role: 'read' }, 'GW_TOKEN_RIGHT'],
  ["an operator's", { role: 'operator' }, 'GW_TOKEN_RIGHT'],
  ['one that never ends', { role: 'preview', app: 'blog', expiresAt: null }, 'GW_BAD_REQUEST'],
  ['one of 91 days', { role: 'preview', app: 'blog', expiresAt: NOW + 91 * DAY_MS }, 'GW_BAD_REQUEST'],
] as const)('a team gets no token of more than that: %s', async (_, request, code) => {
  const { changes, ids } = setUp();
  await expect(changes.create(request, blogTeam)).rejects.toMatchObject({ code });
  expect(ids()).toEqual([]);
});

test('a team has 50 tokens for one job at most', async () => {
  const { changes, ids } = setUp();
  const make = () => changes.create({ role: 'read', app: 'blog' }, blogTeam);
  for (let made = 0; made < 50; made++) await make();
  await expect(make()).rejects.toMatchObject({ code: 'GW_BAD_REQUEST' });
  expect(ids().length).toBe(50);
});

test.each([
  ['an operator', 'operator'],
  ['a team', 'team'],
] as const)('a team does not revoke the token of %s', async (_, role) => {
  const { changes, ids } = setUp(role, 'operator');
  await expect(changes.revoke('t0', blogTeam)).rejects.toMatchObject({ code: 'GW_TOKEN_UNKNOWN' });
  expect(ids()).toEqual(['t0', 't1']);
});
