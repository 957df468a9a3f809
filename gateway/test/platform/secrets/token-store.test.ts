import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import { createTokenStore } from '../../../src/platform/secrets/token-store.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

const MINUTE_MS = 60_000;

describe.each(DATABASES)('the token store on %s', (kind) => {
  const openTokens = async (config = testDatabase(kind)) => {
    const clock = { now: 10 * MINUTE_MS };
    const db = await openDatabase(await config);
    onTestFinished(() => db.destroy());
    return { clock, db, tokens: createTokenStore(db, () => clock.now) };
  };
  const team = { role: 'team', app: 'docs', name: 'docs team', expiresAt: null } as const;

  test('the secret is returned once, and only its sha-256 is stored', async () => {
    const { tokens, db } = await openTokens();
    const { token, ...shown } = await tokens.create(team);
    expect(token).toMatch(/^vf_[\w-]{43}$/);
    expect(await tokens.list()).toEqual([shown]);
    const rows = await db.selectFrom('token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(3));
  });

  test('a secret leads to its token, and a wrong one to none', async () => {
    const { tokens } = await openTokens();
    const { token, id } = await tokens.create(team);
    await tokens.create({ ...team, role: 'operator', app: null });
    expect(await tokens.find(token)).toMatchObject({ id, role: 'team', app: 'docs' });
    for (const wrong of ['', 'vf_', `${token}a`, token.slice(0, -1)])
      expect(await tokens.find(wrong)).toBeUndefined();
  });

  test('an expired token is not found', async () => {
    const { tokens, clock } = await openTokens();
    const { token } = await tokens.create({ ...team, expiresAt: clock.now + 1 });
    expect(await tokens.find(token)).toBeDefined();
    clock.now += 1;
    expect(await tokens.find(token)).toBeUndefined();
    expect(await tokens.list()).toEqual([]);
  });

  test('a token is revoked once', async () => {
    const { tokens } = await openTokens();
    const { token, id } = await tokens.create(team);
    expect([await tokens.revoke(id), await tokens.revoke(id), await tokens.revoke('t_gone')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await tokens.find(token)).toBeUndefined();
  });

  test('a token that one gateway revokes is refused by another', async () => {
    const config = testDatabase(kind);
    const [one, other] = [await openTokens(config), await openTokens(config)];
    const { token, id } = await one.tokens.create(team);
    for (const { tokens } of [one, other]) expect(await tokens.find(token)).toMatchObject({ id });
    await other.tokens.revoke(id);
    expect(await one.tokens.find(token)).toBeUndefined();
  });

  test('the last use of a token is stored to the minute', async () => {
    const { tokens, clock } = await openTokens();
    const { token } = await tokens.create(team);
    clock.now += 90_000;
    await tokens.find(token);
    expect((await tokens.list())[0]?.lastUsedAt).toBe(11 * MINUTE_MS);
  });

  test('while the database is away, the tokens that were read last are valid, each until its expiry', async () => {
    const { clock, db } = await openTokens();
    const away = gatewayErrors.DATABASE_AWAY({ database: 'db', reason: 'ECONNREFUSED' });
    const state = { isAway: false };
    const tokens = createTokenStore(db, () => clock.now, {
      assertThere() {
        if (state.isAway) throw away;
      },
      within: (_, query) => (state.isAway ? Promise.reject(away) : query()),
    });
    const { token } = await tokens.create({ ...team, role: 'metrics', app: null });
    const { token: ending } = await tokens.create({ ...team, expiresAt: clock.now + MINUTE_MS });
    const { token: revoked, id } = await tokens.create(team);
    await tokens.revoke(id);
    state.isAway = true;
    await expect(tokens.findAlsoAway(token)).rejects.toBe(away);
    await tokens.refresh();
    await expect(tokens.find(token)).rejects.toBe(away);
    expect(await tokens.findAlsoAway(token)).toMatchObject({ role: 'metrics' });
    expect(await tokens.findAlsoAway(ending)).toMatchObject({ role: 'team' });
    expect(await tokens.findAlsoAway(revoked)).toBeUndefined();
    expect(await tokens.findAlsoAway(`${token}a`)).toBeUndefined();
    clock.now += MINUTE_MS;
    expect(await tokens.findAlsoAway(ending)).toBeUndefined();
  });
});
