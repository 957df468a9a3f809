import { describe, expect, it } from 'vitest';
import { againstGateway } from '../fixtures/against-gateway.ts';

const against = againstGateway();
const { mfe } = against;

describe('mfe token', () => {
  it('prints a new token once, alone on standard output', async () => {
    const { code, out, err } = await mfe([
      'token',
      'create',
      '--app',
      'blog',
      '--name',
      'blog CI',
      '--days',
      '30',
    ]);
    expect([code, out]).toEqual([0, 'vf_secret\n']);
    expect(err).toContain('blog CI');
    expect(against.gateway.requests[0]!.body).toEqual({
      role: 'team',
      app: 'blog',
      name: 'blog CI',
      expiresAt: 30 * 86_400_000,
    });
  });

  it('creates a token for one job, and one that does not expire', async () => {
    await mfe(['token', 'create', '--role', 'metrics']);
    await mfe(['token', 'create', '--role', 'preview', '--app', 'blog', '--days', 'never']);
    expect(against.gateway.requests.filter(({ body }) => body).map(({ body }) => body)).toEqual([
      { role: 'metrics' },
      { role: 'preview', app: 'blog', expiresAt: null },
    ]);
  });

  it("creates a token for one job of the team's own app with --can", async () => {
    const { code, out } = await mfe(['token', 'create', '--can', 'preview']);
    expect([code, out]).toEqual([0, 'vf_secret\n']);
    expect(against.gateway.requests.find(({ body }) => body)!.body).toEqual({
      role: 'preview',
      app: 'legal',
      name: 'legal preview',
    });
  });

  it('warns about an app that is not on the site', async () => {
    const { code, err } = await mfe(['token', 'create', '--app', 'bolg']);
    expect([code, err]).toEqual([0, expect.stringContaining('warning: no app bolg is on the site yet')]);
  });

  it('lists tokens without secrets, and revokes a token by id', async () => {
    await mfe(['token', 'create', '--operator', '--name', 'ada']);
    const { out } = await mfe(['token', 'list']);
    expect(out).toContain('t_1  operator  -    ada');
    expect(out).not.toContain('vf_secret');
    expect((await mfe(['token', 'revoke', 't_1'])).code).toBe(0);
  });

  it.each([
    [['create']],
    [['create', '--app', 'blog', '--operator']],
    [['create', '--app', 'x', '--days', '0']],
    [['create', '--role', 'root']],
    [['create', '--can', 'publish']],
    [['rename']],
    [['toString']],
    [[]],
  ])('exits with 2 for token %j', async (argv) => expect((await mfe(['token', ...argv])).code).toBe(2));
});
