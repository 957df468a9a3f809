import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import {
  describeRelease,
  sampleFiles,
  temporaryFolder,
  writeReleaseFolder,
} from '../packaging/fixtures/releases.ts';
import { type FakeGateway, OPERATOR, startFakeGateway, TEAM } from './fixtures/fake-gateway.ts';
import { runMfe } from './fixtures/run-mfe.ts';

const cwd = temporaryFolder();
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

let gateway: FakeGateway;
beforeEach(async () => {
  gateway = await startFakeGateway();
});
afterEach(() => gateway.close());

const mfe = (argv: string[], token = OPERATOR) =>
  runMfe(argv, { cwd, env: { MFE_GATEWAY: gateway.url, MFE_TOKEN: token } });

/** An app folder whose only route belongs to another app. */
function writeClashing(app: string): string {
  const folder = writeReleaseFolder(cwd, app);
  const { digest: _, ...content } = describeRelease(app);
  const routes = [{ ...content.routes[0]!, path: '/taken' }];
  const release = { ...content, routes, digest: releaseDigest({ ...content, routes }, sha256) };
  writeFileSync(path.join(folder, 'dist/release.json'), JSON.stringify(release));
  return folder;
}

describe('mfe publish', () => {
  it('makes one release live', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { code, out, err } = await mfe(['publish', 'legal'], TEAM);
    const { digest } = describeRelease('legal');
    expect([code, out]).toEqual([0, `legal ${digest.slice(0, 12)}: live, in composition cccccccccccc\n`]);
    expect(err).toContain('mfe: legal');
    expect(gateway.kept.get('legal')).toEqual([describeRelease('legal')]);
  });

  it('sends several as one, in the order of their names', async () => {
    writeReleaseFolder(cwd, 'legal');
    writeReleaseFolder(cwd, 'blog');
    expect((await mfe(['publish', 'legal', 'blog'])).code).toBe(0);
    expect(gateway.requests.map(({ params }) => params)).toEqual([{ apps: 'blog,legal' }]);
  });

  it('tells every defect of a refused release with its fix, and nothing a terminal would obey', async () => {
    writeClashing('clashing');
    const { code, out } = await mfe(['publish', 'clashing']);
    expect(code).toBe(1);
    expect(out).toContain('refused, one defect; nothing has changed');
    expect(out).toContain(
      '  ADMISSION_ROUTE (clashing)\n  /taken belongs to [31m blog\n  → Take another path.',
    );
  });

  it('says of a release that lacks a version of another app that it is refused, and when it is tried again', async () => {
    writeReleaseFolder(cwd, 'legal');
    gateway.lacking.set('legal', 'shell');
    const { code, out } = await mfe(['publish', 'legal']);
    expect(code).toBe(4);
    expect(out).toContain(
      'refused for now: legal needs another shell; it waits and is tried again when shell changes',
    );
    expect(out).toContain('  ADMISSION_SHARED_VERSION (legal)');
  });

  it('says that a release waits for a pin, which is no failure', async () => {
    writeReleaseFolder(cwd, 'legal');
    await mfe(['pin', 'legal']);
    const { code, out } = await mfe(['publish', 'legal']);
    expect([code, out]).toEqual([0, expect.stringContaining('accepted, but waits (pin): pinned by ada')]);
  });

  it('answers the address of a preview, and nothing is live', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { code, out } = await mfe(['publish', 'legal', '--preview']);
    expect([code, out]).toEqual([0, expect.stringContaining('http://site.test/?preview=x')]);
    expect(gateway.kept.size).toBe(0);
  });

  it('prints the verdict as JSON', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { out } = await mfe(['publish', 'legal', '--json']);
    expect(JSON.parse(out)).toMatchObject({ accepted: true, activated: true, checks: [] });
  });

  it('refuses a folder whose files were edited, before a verdict', async () => {
    const folder = writeReleaseFolder(cwd, 'edited');
    writeFileSync(path.join(folder, 'dist/server/server.cjs'), 'other');
    const { code, err } = await mfe(['publish', 'edited']);
    expect(code).not.toBe(0);
    expect(err).toContain('server/server.cjs');
    expect(gateway.kept.size).toBe(0);
  });

  it('names the folder that was never built', async () => {
    expect(await mfe(['publish', 'nothing'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('PACK_NO_RELEASE') as string,
    });
  });
});

describe('mfe check', () => {
  it('passes a good release and leaves everything as it was', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { code, out } = await mfe(['check', 'legal'], TEAM);
    expect([code, out]).toEqual([0, expect.stringContaining('every check passed; nothing was activated')]);
    expect(gateway.kept.size).toBe(0);
    expect(gateway.requests[0]!.query).toEqual({ check: '1' });
  });

  it('fails for a release that would be refused', async () => {
    writeClashing('clashing');
    expect((await mfe(['check', 'clashing'])).code).toBe(1);
  });
});

describe('mfe status, releases and history', () => {
  it('shows what is live as an aligned table', async () => {
    writeReleaseFolder(cwd, 'legal');
    writeReleaseFolder(cwd, 'blog');
    await mfe(['publish', 'legal', 'blog']);
    await mfe(['pin', 'blog']);
    await mfe(['freeze', 'campaign', 'at', 'noon']);
    const { code, out } = await mfe(['status']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Voltframe  http://site.test',
        'composition cccccccccccc since 1970-01-01 00:00:00Z',
        'FROZEN by ada since 1970-01-01 00:00:00Z: campaign at noon',
        '',
        'APP    LIVE          SINCE                 ROUTES  STATE',
        `blog   ${describeRelease('blog').digest.slice(0, 12)}  1970-01-01 00:00:00Z       1  pinned by ada`,
        `legal  ${describeRelease('legal').digest.slice(0, 12)}  1970-01-01 00:00:00Z       1  newest is live`,
        '',
        'you are legal CI (team of legal)',
        '',
      ].join('\n'),
    );
  });

  it('lists the releases of an app, newest first', async () => {
    writeReleaseFolder(cwd, 'legal');
    await mfe(['publish', 'legal']);
    writeReleaseFolder(cwd, 'legal', { ...sampleFiles('legal'), 'data/more.json': '{}' });
    await mfe(['publish', 'legal']);
    const { out } = await mfe(['releases', 'legal', '--limit', '5']);
    const states = out.split('\n').map((line) => line.split(/ {2,}/)[1]);
    expect(states).toEqual(['STATE', 'live', 'admitted', undefined]);
  });

  it('says what the gateway says of an unknown app', async () => {
    const { code, err } = await mfe(['releases', 'nothing']);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no app nothing')]);
  });

  it('shows the history on one line each, whatever a note holds', async () => {
    const entry = {
      at: 0,
      actor: 'ada',
      action: 'refuse' as const,
      app: 'blog',
      from: null,
      to: 'a'.repeat(64),
      note: 'one\ntwo\u0007',
    };
    gateway.history.push(entry);
    const { out } = await mfe(['history', 'blog']);
    expect(out.split('\n')[1]).toBe('1970-01-01 00:00:00Z  ada  refuse  blog  -     aaaaaaaaaaaa  one two');
    expect(gateway.requests[0]!.query).toEqual({ app: 'blog' });
  });
});

describe('mfe rollback, pin, freeze, retire', () => {
  it.each([
    { argv: ['unpin', 'legal'], name: 'unpin', body: undefined },
    { argv: ['pin', 'legal', 'abcdef12'], name: 'pin', body: { digest: 'abcdef12' } },
    { argv: ['freeze'], name: 'freeze', body: {} },
    { argv: ['freeze', 'campaign'], name: 'freeze', body: { reason: 'campaign' } },
    { argv: ['unfreeze'], name: 'unfreeze', body: undefined },
    { argv: ['retire', 'legal', '--yes'], name: 'retire', body: undefined },
  ])('asks for $argv', async ({ argv, name, body }) => {
    expect((await mfe(argv)).code).toBe(0);
    expect(gateway.requests).toMatchObject([body === undefined ? { name } : { name, body }]);
  });

  it('goes back to the release before, and says from where to where', async () => {
    writeReleaseFolder(cwd, 'legal');
    await mfe(['publish', 'legal']);
    writeReleaseFolder(cwd, 'legal', { ...sampleFiles('legal'), 'data/more.json': '{}' });
    await mfe(['publish', 'legal']);
    const { code, out } = await mfe(['rollback', 'legal'], TEAM);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^legal is rolled back\n {2}[0-9a-f]{12} → [0-9a-f]{12}\n$/),
    ]);
  });

  it('takes an app off the site only when told twice', async () => {
    const { code, err } = await mfe(['retire', 'legal']);
    expect([code, err]).toEqual([2, expect.stringContaining('say --yes')]);
    expect(gateway.requests).toEqual([]);
  });
});

describe('mfe token', () => {
  it('shows a new token once, alone on standard output', async () => {
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
    expect(gateway.requests[0]!.body).toEqual({
      role: 'team',
      app: 'blog',
      name: 'blog CI',
      expiresAt: 30 * 86_400_000,
    });
  });

  it('lists tokens without their secrets, and revokes by id', async () => {
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
    [['rename']],
    [[]],
  ])('refuses token %j', async (argv) => expect((await mfe(['token', ...argv])).code).toBe(2));
});

describe('mfe and the gateway', () => {
  it('needs a token, and takes it from the environment only', async () => {
    const without = await runMfe(['status'], { env: { MFE_GATEWAY: gateway.url } });
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('MFE_TOKEN is not set')]);
    expect((await runMfe(['status', '--token', OPERATOR])).code).toBe(2);
  });

  it('does not guess which part of the token was wrong', async () => {
    for (const token of ['vf_wrong', TEAM]) {
      const { code, err } = await mfe(['freeze'], token);
      expect([code, err]).toEqual([1, expect.stringContaining('CLI_TOKEN_REFUSED')]);
    }
  });

  it('ends with 3 when nothing answers', async () => {
    const env = { MFE_GATEWAY: 'http://127.0.0.1:1', MFE_TOKEN: OPERATOR };
    expect(await runMfe(['status'], { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Cannot reach') as string,
    });
    writeReleaseFolder(cwd, 'legal');
    expect((await runMfe(['publish', 'legal'], { env, cwd })).code).toBe(3);
  });

  it('notices the port of the site', async () => {
    const site = createServer((_, response) => response.writeHead(404).end('<html>')).listen(0);
    const env = {
      MFE_GATEWAY: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
      MFE_TOKEN: OPERATOR,
    };
    expect((await runMfe(['status'], { env })).err).toContain('CLI_NOT_OPERATIONS');
    site.close();
  });

  it('refuses an address that is none', async () => {
    const env = { MFE_GATEWAY: 'gateway:3001', MFE_TOKEN: OPERATOR };
    expect((await runMfe(['status'], { env })).code).toBe(2);
  });

  it('tells errors as JSON when asked to', async () => {
    const { code, out } = await mfe(['releases', 'nothing', '--json']);
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ code: 'CLI_REFUSED' })]);
  });
});
