import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPrivateKey, publicKeyOf } from '@voltframe/kit/packaging/release-signature';
import { describe, expect, it } from 'vitest';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { OPERATOR, TEAM } from '../fixtures/fake-gateway.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe key', () => {
  it('writes the private key with mode 600, and prints the public key', async () => {
    const { code, out } = await mfe(['key', '--out', 'legal.key']);
    const file = path.join(cwd, 'legal.key');
    expect([code, out.trim()]).toEqual([0, publicKeyOf(readPrivateKey(readFileSync(file, 'utf8')))]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not overwrite a file', async () => {
    writeFileSync(path.join(cwd, 'taken.key'), 'precious');
    expect((await mfe(['key', '--out', 'taken.key'])).code).toBe(2);
    expect(readFileSync(path.join(cwd, 'taken.key'), 'utf8')).toBe('precious');
  });

  it('prints only the private key to standard output without --out', async () => {
    const { out, err } = await mfe(['key']);
    expect(err).toContain(publicKeyOf(readPrivateKey(out)));
  });

  it('adds a key with an expiry, revokes it, and forgets it with --forget', async () => {
    const { out } = await mfe(['key', 'add', 'legal', 'ed25519:x', '--name', 'CI', '--days', '2']);
    expect(out).toContain('releases of legal need a signature; the key k_1 counts until');
    await mfe(['key', 'revoke', 'legal', 'k_1']);
    await mfe(['key', 'revoke', 'legal', 'k_1', '--forget']);
    expect(against.gateway.requests).toMatchObject([
      { name: 'addKey', body: { app: 'legal', publicKey: 'ed25519:x', name: 'CI', endsAt: 172_800_000 } },
      { name: 'revokeKey', params: { app: 'legal', id: 'k_1' }, query: {} },
      { name: 'revokeKey', query: { forget: '1' } },
    ]);
  });

  it('lists keys', async () => {
    await mfe(['key', 'add', 'legal', 'ed25519:x']);
    expect((await mfe(['key', 'list'])).out).toMatch(/k_1 +legal +legal/);
  });

  it.each([[['add', 'legal']], [['revoke', 'legal']], [['make']], [['add', 'a', 'b', '--days', 'x']]])(
    'exits with 2 for key %j',
    async (argv) => expect((await mfe(['key', ...argv])).code).toBe(2),
  );
});

describe('mfe publish with a signing key', () => {
  it('signs with the key of the file or of the environment, and sends an existing signature otherwise', async () => {
    await mfe(['key', '--out', 'ci.key']);
    const pem = readFileSync(path.join(cwd, 'ci.key'), 'utf8');
    const folder = writeReleaseFolder(cwd, 'legal');
    await mfe(['publish', 'legal', '--key', 'ci.key']);
    await mfe(['publish', 'legal'], OPERATOR, { MFE_SIGNING_KEY: pem });
    await mfe(['publish', 'legal']);
    expect(existsSync(path.join(folder, 'dist/release.sig'))).toBe(false);
    writeFileSync(path.join(folder, 'dist/release.sig'), 'as built');
    await mfe(['check', 'legal']);
    const [first, second, ...rest] = against.gateway.signatures;
    expect(first).toMatch(/^ed25519 [0-9a-f]{16} [\w-]{86}\n$/);
    expect([second, ...rest]).toEqual([first, undefined, 'as built']);
  });

  it.each([
    ['a missing key file', ['--key', 'gone.key'], {}, 2],
    ['an invalid key', [], { MFE_SIGNING_KEY: 'secret' }, 1],
  ])('sends no release with %s', async (_, options, env, expected) => {
    writeReleaseFolder(cwd, 'legal');
    const { code } = await mfe(['publish', 'legal', ...options], TEAM, env);
    expect([code, against.gateway.requests]).toEqual([expected, []]);
  });
});

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
