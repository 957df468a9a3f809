import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { createTokenChanges, tokenRequest } from '../../../src/releasing/operations/token-changes.ts';
import type { StateStore } from '../../../src/platform/database/state-store.ts';
import type { TokenStore } from '../../../src/platform/secrets/token-store.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 22);

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
  expect(await changes.create({ role: 'team', app: 'blog' }, 'ada')).toMatchObject({
    name: 'blog',
    expiresAt: NOW + 90 * DAY_MS,
  });
  expect(await changes.create({ role: 'operator' }, 'ada')).toMatchObject({ name: 'operator', app: null });
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
  expect(await setUp().changes.create(request, 'ada')).toMatchObject({ expiresAt });
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
  const made = changes.create({ role: 'operator', expiresAt: NOW }, 'ada');
  await expect(made).rejects.toMatchObject({ code: 'GW_BAD_REQUEST' });
  expect(ids()).toEqual([]);
});

test.each([
  ['the last operator stays', ['operator', 'team'], 't0', 'GW_LAST_OPERATOR'],
  ['one that is not there is named', ['operator'], 'other', 'GW_TOKEN_UNKNOWN'],
] as const)('%s', async (_, roles, id, code) => {
  const { changes, ids, history } = setUp(...roles);
  await expect(changes.revoke(id, 'ada')).rejects.toMatchObject({ code });
  expect([ids().length, history]).toEqual([roles.length, []]);
});

test('one of two operators can be revoked, and a team at any time', async () => {
  const { changes, ids, history } = setUp('operator', 'operator', 'team');
  await changes.revoke('t0', 'ada');
  await changes.revoke('t2', 'ada');
  expect([ids(), history.map(({ action }) => action)]).toEqual([['t1'], ['token-revoke', 'token-revoke']]);
});
