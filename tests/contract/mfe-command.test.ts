import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import {
  type FixtureRelease,
  pagesBundle,
  remoteRelease,
  shellRelease,
  writeRelease,
} from '../../gateway/test/fixtures/fixture-release.ts';
import { shared } from '../../gateway/test/fixtures/shared.ts';
import { startTestGateway, type TestGateway } from '../../gateway/test/fixtures/test-gateway.ts';
import { fetchReleases } from '../../kit/src/cli/gateway/live-site.ts';
import { connect } from '../../kit/src/cli/gateway/operations-client.ts';
import { type Ran, runMfe } from '../../kit/test/cli/fixtures/run-mfe.ts';

/** Tests `mfe` with a gateway over HTTP: both sides of contract/operations/operations.ts. */

const page = (text: string, more: Record<string, string> = {}) =>
  remoteRelease({ server: pagesBundle({ 'docs.home': `<h1>${text}</h1>` }), data: more });

interface Site extends TestGateway {
  url: string;
  operator: string;
  team: string;
  /** Runs `mfe` as the operator, or with another token. */
  mfe(argv: string[], token?: string, env?: Record<string, string>): Promise<Ran>;
  /** Writes a release of docs to a folder that the gateway does not watch. */
  build(release: FixtureRelease): Promise<string>;
  shown(): Promise<string>;
}

async function startSite(...releases: FixtureRelease[]): Promise<Site> {
  const gateway = await startTestGateway([shellRelease(), ...releases], { RENDER_TIMEOUT: '10s' });
  await gateway.watcher.round();
  const url = await gateway.ops.listen({ port: 0, host: '127.0.0.1' });
  const make = async (role: 'operator' | 'team', app: string | null) =>
    (await gateway.tokens.create({ role, app, name: app ?? 'ada', expiresAt: null })).token;
  const operator = await make('operator', null);
  const cwd = path.join(gateway.folder, 'checkout');
  return {
    ...gateway,
    url,
    operator,
    team: await make('team', 'docs'),
    mfe: (argv, token = operator, env = {}) =>
      runMfe(argv, { env: { MFE_GATEWAY: url, MFE_TOKEN: token, ...env }, cwd, now: Date.now }),
    async build(release) {
      await writeRelease(path.join(cwd, release.release.app), release);
      return release.release.app;
    },
    async shown() {
      const { body } = await gateway.app.inject({ url: '/docs', headers: { accept: 'text/html' } });
      return /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? '';
    },
  };
}

/** For tests that change nothing. */
const unchanged = shared(() => startSite(page('first')));

test('a team can publish, preview, roll back and pin without an operator', async () => {
  const { mfe, build, shown, team } = await startSite(page('first'));
  await build(page('second'));
  expect(await mfe(['check', 'docs'], team)).toMatchObject({
    code: 0,
    out: expect.stringContaining('every check passed'),
  });
  expect(await shown()).toBe('first');
  expect(await mfe(['publish', 'docs'], team)).toMatchObject({
    code: 0,
    out: expect.stringContaining('live, in composition'),
  });
  expect(await shown()).toBe('second');

  const { out } = await mfe(['releases', 'docs', '--json'], team);
  const [second, first] = (JSON.parse(out) as { releases: { digest: string; live: boolean }[] }).releases;
  expect([second!.live, first!.live]).toEqual([true, false]);
  expect((await mfe(['rollback', 'docs'], team)).code).toBe(0);
  expect(await shown()).toBe('first');
  expect((await mfe(['rollback', 'docs', second!.digest.slice(0, 8)], team)).code).toBe(0);
  expect(await shown()).toBe('second');

  expect((await mfe(['pin', 'docs'], team)).code).toBe(0);
  await build(page('third'));
  expect(await mfe(['publish', 'docs'], team)).toMatchObject({
    code: 5,
    out: expect.stringContaining('waits (pin)'),
  });
  expect(await shown()).toBe('second');
  expect((await mfe(['status'], team)).out).toContain('pinned by docs');
  expect((await mfe(['unpin', 'docs'], team)).code).toBe(0);
  expect(await shown()).toBe('third');

  const { out: history } = await mfe(['history', 'docs'], team);
  for (const what of ['activate', 'rollback', 'pin', 'unpin']) expect(history).toContain(`  ${what}`);
});

test('the token of another team cannot publish a pack of any size, and the error names the missing right', async () => {
  const { mfe, build, shown, team, tokens } = await unchanged();
  const noise = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`noise${n}.json`, randomBytes(1_000_000).toString('base64')]),
  );
  await build(page('second', noise));
  const other = (await tokens.create({ role: 'team', app: 'news', name: 'news CI', expiresAt: null })).token;
  for (const [token, said] of [
    [other, 'of the team of news; this call needs one of the team of docs'],
    [`${team}x`, 'CLI_TOKEN_REFUSED'],
    ['vf_nothing_that_ever_was', 'CLI_TOKEN_REFUSED'],
  ] as const) {
    const { code, err } = await mfe(['publish', 'docs'], token);
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
  }
  expect(await shown()).toBe('first');
  expect((await mfe(['freeze'], team)).err).toContain('this call needs one of an operator');
});

test('another gateway can fetch the complete releases of the live site', async () => {
  const { url, team, folder } = await unchanged();
  const client = connect({
    env: { MFE_GATEWAY: url, MFE_TOKEN: team },
    fetch,
    signal: new AbortController().signal,
  });
  const live = await client.call<Composition>('composition');
  const quiet = { step: () => {}, update: () => {}, end: () => {} };
  const folders = await fetchReleases(client, live, {
    except: [],
    cache: path.join(folder, 'fetched'),
    progress: quiet,
  });
  expect(Object.keys(folders).toSorted()).toEqual(['docs', 'shell']);
  const manifest = await readFile(path.join(folders['docs']!, 'release.json'), 'utf8');
  expect((JSON.parse(manifest) as { digest: string }).digest).toBe(live.apps['docs']);
});

test('a release that was previewed on one gateway goes live on another with the same bytes; a refusal states its reason', async () => {
  const staging = await startSite(page('first'));
  const production = await startSite(page('first'));
  const second = page('second');
  await staging.build(second);
  expect((await staging.mfe(['publish', 'docs', '--preview'], staging.team)).code).toBe(0);
  const promote = (digest: string, env: Record<string, string> = {}, token = production.team) =>
    production.mfe(['promote', 'docs', digest, '--from', staging.url], token, {
      MFE_FROM_TOKEN: staging.team,
      ...env,
    });
  const { digest } = second.release;
  const start = digest.slice(0, 8);
  const broken = remoteRelease({ server: pagesBundle({ 'docs.home': '' }) });
  await staging.build(broken);
  expect((await staging.mfe(['publish', 'docs'], staging.team)).code).toBe(1);
  const news = { role: 'team', app: 'news', name: 'news CI', expiresAt: null } as const;
  const { token: other } = await production.tokens.create(news);

  for (const [ran, said] of [
    [await promote(start, {}, other), 'of the team of news; this call needs one of the team of docs'],
    [await promote(start, { MFE_FROM_TOKEN: 'vf_none' }), 'it refuses this token (CLI_PROMOTE_FROM)'],
    [await promote(broken.release.digest), 'it was refused there (CLI_PROMOTE_FROM)'],
    [await promote('abcdef'), 'has no single release abcdef of docs'],
    [
      await production.mfe(['promote', 'docs', start], production.team),
      `There is no stored release ${start} of docs`,
    ],
  ] as const)
    expect([ran.code > 0, ran.err]).toEqual([true, expect.stringContaining(said)]);
  expect(await production.shown()).toBe('first');

  expect(await promote(start)).toMatchObject({
    code: 0,
    out: expect.stringContaining('live, in composition'),
  });
  expect([await production.shown(), await staging.shown()]).toEqual(['second', 'first']);
  expect(production.site.live()!.releases['docs']).toEqual(second.release);
  const history = async ({ mfe }: Site) => (await mfe(['history', 'docs', '--json'])).out;
  expect(JSON.parse(await history(production))).toMatchObject({
    history: [{ actor: 'docs', action: 'activate', to: digest }, {}],
  });
  // The other gateway no longer provides the release of a preview that has ended.
  staging.pass(48 * 3_600_000);
  await staging.tidy();
  const late = await promote(start);
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('CLI_PROMOTE_FROM')]);
});
