import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LINES_TYPE } from '../../../src/contract/operations/operations.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import { describeRelease, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { TEAM } from '../fixtures/fake-gateway.ts';
import { writeClashing } from '../fixtures/clashing-release.ts';

/** A fetch that answers with lines, split into pieces. */
const linesOf = (text: string): typeof fetch => {
  const pieces = text.match(/.{1,40}/gs)!;
  return async () =>
    new Response(
      Readable.toWeb(Readable.from(pieces.map((piece) => Buffer.from(piece)))) as unknown as BodyInit,
      {
        headers: { 'content-type': LINES_TYPE },
      },
    );
};

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe publish', () => {
  it('publishes one release', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { code, out, err } = await mfe(['publish', 'legal'], TEAM);
    const { digest } = describeRelease('legal');
    expect([code, out]).toEqual([0, `legal ${digest.slice(0, 12)}: live, in composition cccccccccccc\n`]);
    expect(err).toContain('mfe: legal');
    expect(against.gateway.kept.get('legal')).toEqual([describeRelease('legal')]);
  });

  it('sends the identity of the flags, then of the build, then of the pipeline', async () => {
    const env = { GITLAB_CI: 'true', CI_COMMIT_SHA: 'abc1234', CI_COMMIT_TITLE: 'Fix the form' };
    writeReleaseFolder(cwd, 'legal');
    const { err } = await mfe(['publish', 'legal'], TEAM, env);
    expect(err).toContain('abc1234 Fix the form');
    writeFileSync(path.join(cwd, 'legal/dist/release.identity.json'), '{"commit":"0000001","branch":"main"}');
    await mfe(['publish', 'legal', '--commit', 'f00d', '--url', 'javascript:1'], TEAM, env);
    writeFileSync(path.join(cwd, 'legal/dist/release.identity.json'), '{"team":"Legal"}');
    await mfe(['publish', 'legal'], TEAM, env);
    expect(against.gateway.identities).toMatchObject([
      { commit: 'abc1234', message: 'Fix the form' },
      { commit: 'f00d', branch: 'main' },
      { commit: 'abc1234', team: 'Legal' },
    ]);
    expect(against.gateway.identities[1]).not.toHaveProperty('url');
  });

  it('sends several releases in one request, sorted by name', async () => {
    writeReleaseFolder(cwd, 'legal');
    writeReleaseFolder(cwd, 'blog');
    expect((await mfe(['publish', 'legal', 'blog'])).code).toBe(0);
    expect(against.gateway.requests.map(({ params }) => params)).toEqual([{ apps: 'blog,legal' }]);
  });

  it('prints each defect of a refused release with its fix, without escape sequences', async () => {
    writeClashing(cwd, 'clashing');
    const { code, out } = await mfe(['publish', 'clashing']);
    expect(code).toBe(1);
    expect(out).toContain('refused, one defect; nothing has changed');
    expect(out).toContain('  ADMISSION_ROUTE (clashing)\n  /taken belongs to blog\n  → Take another path.');
  });

  it('reports a release that waits for another app with exit code 4', async () => {
    writeReleaseFolder(cwd, 'legal');
    against.gateway.lacking.set('legal', 'shell');
    const { code, out } = await mfe(['publish', 'legal']);
    expect(code).toBe(4);
    expect(out).toContain(
      'refused for now: legal needs another shell; it waits and is tried again when shell changes',
    );
    expect(out).toContain('  ADMISSION_SHARED_VERSION (legal)');
  });

  it('prints the verdict with --json', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { out } = await mfe(['publish', 'legal', '--json']);
    expect(JSON.parse(out)).toMatchObject({ accepted: true, activated: true, checks: [] });
  });

  it('reports the admission that it waits for on standard error, and prints one JSON document', async () => {
    writeReleaseFolder(cwd, 'legal');
    const ahead = { kind: 'check', apps: ['blog'], since: Date.UTC(2026, 10, 24, 12) };
    const verdict = { accepted: false, activated: false, releases: [], checks: [], composition: 'c' };
    const lines = [{ waiting: ahead }, { waiting: ahead }, { status: 422, verdict }];
    const { code, out, err } = await runMfe(['publish', 'legal', '--json'], {
      cwd,
      env: { MFE_TOKEN: TEAM },
      fetch: linesOf(lines.map((line) => JSON.stringify(line)).join('\n') + '\n'),
    });
    const waits = 'mfe: waits behind the check of blog, since 2026-11-24 12:00:00Z\n';
    expect([code, JSON.parse(out), err.split(waits).length]).toEqual([1, verdict, 3]);
  });

  it.each([
    [
      'a newer publish replaces it',
      '{"status":409,"error":{"status":409,"code":"GW_ADMISSION_REPLACED","message":"A newer one"}}\n',
      1,
      'A newer one',
    ],
    [
      'the answer is incomplete',
      '{"waiting":{"kind":"check","apps":[],"since":0}}\n{"sta',
      3,
      'ended too early',
    ],
  ])('fails when %s', async (_, text, exit, message) => {
    writeReleaseFolder(cwd, 'legal');
    const { code, err } = await runMfe(['publish', 'legal'], {
      cwd,
      env: { MFE_TOKEN: TEAM },
      fetch: linesOf(text),
    });
    expect([code, err]).toEqual([exit, expect.stringContaining(message)]);
  });

  it('rejects a folder with edited files before it sends a request', async () => {
    const folder = writeReleaseFolder(cwd, 'edited');
    writeFileSync(path.join(folder, 'dist/server/server.cjs'), 'other');
    const { code, err } = await mfe(['publish', 'edited']);
    expect(code).not.toBe(0);
    expect(err).toContain('server/server.cjs');
    expect(against.gateway.kept.size).toBe(0);
  });

  it('names a folder without a build', async () => {
    expect(await mfe(['publish', 'nothing'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('PACK_NO_RELEASE') as string,
    });
  });
});

describe('mfe preview', () => {
  it('sends a named preview, as mfe publish --preview does', async () => {
    writeReleaseFolder(cwd, 'legal');
    for (const argv of [['preview'], ['publish', '--preview']])
      expect(await mfe([...argv, 'legal', '--name', 'pr-12'], TEAM)).toMatchObject({
        code: 0,
        out: expect.stringContaining('http://site.test/?preview=x'),
      });
    expect(against.gateway.kept.size).toBe(0);
    expect(against.gateway.requests.map(({ query }) => query)).toEqual(
      Array.from({ length: 2 }, () => ({ preview: '1', name: 'pr-12' })),
    );
  });

  it.each([
    [['publish', 'legal', '--name', 'pr-12']],
    [['preview', 'legal', '--name', 'pr 12']],
    [['preview', 'end', 'legal']],
  ])('exits with 2 for %j before it sends a request', async (argv) => {
    writeReleaseFolder(cwd, 'legal');
    expect((await mfe(argv, TEAM)).code).toBe(2);
    expect(against.gateway.requests).toEqual([]);
  });

  it('lists previews of all apps or of one', async () => {
    const preview = { until: 86_400_000, url: 'http://site.test/-/preview/x', madeAt: 0 };
    against.gateway.previews.push(
      { ...preview, id: 'a'.repeat(32), apps: ['legal'], name: 'pr-12', by: 'legal CI' },
      { ...preview, id: 'b'.repeat(32), apps: ['blog', 'shell'], by: 'ada' },
    );
    const { out } = await mfe(['preview', 'list']);
    expect(out).toMatch(/^pr-12 +legal +legal CI +1970-01-01 00:00:00Z +1970-01-02 00:00:00Z +http/m);
    expect(out).toMatch(/^bbbbbbbbbbbb +blog,shell +ada +1970-01-01 00:00:00Z /m);
    expect((await mfe(['preview', 'list', 'blog'])).out).not.toContain('pr-12');
  });

  it('ends a preview', async () => {
    expect(await mfe(['preview', 'end', 'legal', 'pr-12'])).toMatchObject({
      code: 0,
      out: 'the preview pr-12 of legal has ended\n',
    });
    expect(against.gateway.requests).toMatchObject([
      { name: 'endPreview', params: { apps: 'legal', preview: 'pr-12' } },
    ]);
  });
});
