import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type App, appPaths } from '../../../src/build/app-paths.ts';
import type { CommandContext } from '../../../src/cli/command.ts';
import type { LiveSite } from '../../../src/cli/gateway/live-site.ts';
import { connectToSite } from '../../../src/cli/gateway/site-connection.ts';
import { describeRelease, sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { sha256 } from '../../../src/packaging/sha256.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { OPERATOR } from '../fixtures/fake-gateway.ts';

const against = againstGateway();
const { cwd: folder, mfe } = against;
let printed: string;
beforeEach(async () => {
  printed = '';
  for (const name of ['legal', 'blog']) writeReleaseFolder(folder, name);
  await mfe(['publish', 'legal', 'blog']);
});

/** @param home folder of the app with its caches */
const connection = (home: string, { token = OPERATOR, sync = false } = {}) => {
  const root = path.join(folder, home);
  mkdirSync(root, { recursive: true });
  const app = {
    config: { name: 'blog', routes: [] },
    kind: 'remote',
    paths: appPaths(root),
  } as unknown as App;
  return connectToSite(
    app,
    { cache: path.join(root, '.cache'), sync },
    {
      env: { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: token },
      cwd: folder,
      print: () => {},
      tell: (text) => void (printed += text),
      overwrite: undefined,
      fetch,
      now: () => 0,
      signal: new AbortController().signal,
    },
  );
};

it('uses the last fetched site while the gateway does not answer, and prints its time', async () => {
  const live = connection('away');
  const first = await live.start();
  expect([first.old, Object.keys(first.site.releases)]).toEqual([false, ['legal']]);
  printed = '';
  await against.gateway.close();
  expect(await live.start()).toEqual({ site: first.site, old: true });
  expect(printed).toContain('as it was at 1970-01-01 00:00:00Z: Cannot reach the gateway');
});

it('fails when the gateway has never answered', async () => {
  await against.gateway.close();
  await expect(connection('never').start()).rejects.toMatchObject({ code: 'CLI_UNREACHABLE' });
});

it('fails when the token is refused', async () => {
  await connection('refused').start();
  await expect(connection('refused', { token: 'vf_wrong' }).start()).rejects.toMatchObject({
    code: 'CLI_TOKEN_REFUSED',
  });
});

it('writes the types of the site when they are wanted, and prints so once', async () => {
  const files = sampleFiles('shell');
  against.gateway.kept.set('shell', [describeRelease('shell', files, { kind: 'shell' })]);
  for (const body of Object.values(files)) against.gateway.blobs.set(sha256(body), Buffer.from(body));
  const synced = () => [
    printed.includes('commit them'),
    existsSync(path.join(folder, 'types/mfe.lock.json')),
  ];
  await connection('types').start();
  expect(synced()).toEqual([false, false]);
  const live = connection('types', { sync: true });
  await live.start();
  expect(synced()).toEqual([true, true]);
  printed = '';
  await live.start();
  expect(synced()).toEqual([false, true]);
});

it('types the pages of the app from its present configuration, also when another app has changed', async () => {
  const files = sampleFiles('shell');
  against.gateway.kept.set('shell', [describeRelease('shell', files, { kind: 'shell' })]);
  for (const body of Object.values(files)) against.gateway.blobs.set(sha256(body), Buffer.from(body));
  const live = connection('present', { sync: true });
  const first = await live.start();
  const types = () => readFileSync(path.join(folder, 'present/mfe-env.d.ts'), 'utf8');
  expect(types()).not.toContain('/blog/later');
  const paths = appPaths(path.join(folder, 'present'));
  live.configure({
    config: { name: 'blog', routes: [{ path: '/blog/later' }] },
    kind: 'remote',
    paths,
  } as unknown as App);
  expect(types()).toContain('/blog/later');
  expect(printed).toContain('the configuration has changed: wrote mfe-env.d.ts');
  const { site } = first;
  const older = { ...site, composition: { ...site.composition, id: 'a'.repeat(32) } };
  const ending = new AbortController();
  await live.follow({ site: older, old: false }, async () => ending.abort(), ending.signal);
  expect(types()).toContain('/blog/later');
});

it('shows the newer site, once for each composition', async () => {
  const live = connection('next');
  const first = await live.start();
  const { site } = first;
  const older = { ...site, composition: { ...site.composition, id: 'a'.repeat(32) } };
  const ending = new AbortController();
  const shown: unknown[] = [];
  const show = async (...sites: unknown[]) => (shown.push(sites), ending.abort());
  await live.follow({ site: older, old: false }, show, ending.signal);
  expect(shown).toEqual([[expect.objectContaining({ composition: site.composition }), older]]);
});

/** One step of 1.5 s: the gateway answers the current query, is away, or stays silent. */
type Answer = 'yes' | 'no' | 'silence';

/**
 * @param answers one for each step. @param told whether a failure was reported before. @returns the lines with their
 * times
 */
async function follow(answers: Answer[], told = false): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ending = new AbortController();
  const lines: string[] = [];
  let at = 0;
  let answer: PromiseWithResolvers<Response>;
  requests = 0;
  const played = async () => {
    requests++;
    return (answer = Promise.withResolvers()).promise;
  };
  const live = connectToSite({ config: {}, paths: appPaths(folder) } as App, { cache: folder, sync: false }, {
    env: { MFE_TOKEN: OPERATOR },
    fetch: played,
    now: () => at,
    tell: (text: string) => void lines.push(`${at} ${text}`),
    signal: ending.signal,
  } as unknown as CommandContext);
  const composition = { id: 'same' };
  const site = { composition, seenAt: 0, releases: {} } as unknown as LiveSite;
  const ended = live.follow({ site, old: told }, async () => void lines.push('shown'), ending.signal);
  for (const step of answers) {
    await settle();
    at += 1_500;
    if (step === 'yes') answer!.resolve(Response.json(composition));
    if (step === 'no') answer!.reject(new Error('away'));
    await settle();
    vi.advanceTimersByTime(1_500);
    await settle();
  }
  ending.abort();
  vi.advanceTimersByTime(1_500);
  await ended;
  return lines;
}
/** Queries of the last `follow`. */
let requests = 0;
const settle = () => new Promise(setImmediate);

const SINCE_THE_START = 'mfe: the rest of the site is as it was at 1970-01-01 00:00:00Z: ';

it('prints nothing while the gateway answers', async () => {
  expect(await follow(['yes', 'yes', 'yes', 'yes', 'yes'])).toEqual([]);
});

it('reports once, within five seconds, since when the gateway has not answered, and the reason', async () => {
  const lines = await follow(['no', 'no', 'no', 'no', 'no', 'no']);
  expect(lines).toEqual([expect.stringContaining(`3000 ${SINCE_THE_START}Cannot reach the gateway at`)]);
});

it('reports a silent gateway, and sends it no second request', async () => {
  const lines = await follow(['silence', 'silence', 'silence', 'silence']);
  expect([lines, requests]).toEqual([[expect.stringMatching(/^3000 .*does not answer/)], 1]);
});

it('reports when the gateway answers again, and the next failure', async () => {
  expect(await follow(['no', 'no', 'yes', 'yes', 'no', 'no', 'no'])).toEqual([
    expect.stringContaining(`3000 ${SINCE_THE_START}`),
    '4500 mfe: the rest of the site is up to date again\n',
    expect.stringMatching(/^9000 mfe: the rest of the site is as it was at 1970-01-01 00:00:06Z: /),
  ]);
});

it('does not repeat a failure that was reported at the start', async () => {
  expect(await follow(['no', 'no', 'no', 'no'], true)).toEqual([]);
  expect(await follow(['no', 'yes'], true)).toEqual(['3000 mfe: the rest of the site is up to date again\n']);
});
