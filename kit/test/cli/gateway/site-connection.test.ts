import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type App, appPaths } from '../../../src/build/app-paths.ts';
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

it('returns no next site while the composition is the same', async () => {
  const live = connection('next');
  const { site } = await live.start();
  expect(await live.next(site)).toBeUndefined();
  const older = { ...site, composition: { ...site.composition, id: 'a'.repeat(32) } };
  expect(await live.next(older)).toMatchObject({ composition: site.composition });
});
