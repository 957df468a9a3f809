import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { fetchReleases } from '../../../src/cli/gateway/live-releases.ts';
import { startLocalGateway } from '../../../src/cli/gateway/local-gateway.ts';
import { connect } from '../../../src/cli/gateway/operations-client.ts';
import {
  describeRelease,
  sampleFiles,
  temporaryFolder,
  writeReleaseFolder,
} from '../../packaging/fixtures/releases.ts';
import { type FakeGateway, OPERATOR, startFakeGateway } from '../fixtures/fake-gateway.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import { createStubWorkspace } from '../fixtures/stub-workspace.ts';

let gateway: FakeGateway;
let workspace: ReturnType<typeof createStubWorkspace>;
const folder = temporaryFolder();
beforeAll(() => {
  workspace = createStubWorkspace();
});
afterAll(() => {
  rmSync(workspace.root, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  gateway = await startFakeGateway();
  writeReleaseFolder(folder, 'legal');
  writeReleaseFolder(folder, 'blog');
  await runMfe(['publish', 'legal', 'blog'], { cwd: folder, env: env() });
});
afterEach(() => gateway.close());

const env = () => ({ MFE_GATEWAY: gateway.url, MFE_TOKEN: OPERATOR, PORT: '0' });
const quiet = { step: () => {}, update: () => {}, end: () => {} };
const signal = new AbortController().signal;
const client = () => connect({ env: env(), fetch, signal });
const composition = () => client().call<Composition>('composition');

describe('fetchReleases', () => {
  it('brings every release but those left out, whole and only once', async () => {
    const target = path.join(folder, 'cache');
    const live = await composition();
    const folders = await fetchReleases(client(), live, {
      except: ['blog'],
      folder: target,
      progress: quiet,
    });
    expect(Object.keys(folders)).toEqual(['legal']);
    const read = (file: string) => readFileSync(path.join(folders['legal']!, file), 'utf8');
    expect(JSON.parse(read('release.json'))).toEqual(describeRelease('legal'));
    for (const [file, body] of Object.entries(sampleFiles('legal'))) expect(read(file)).toBe(body);
    const asked = gateway.requests.length;
    await fetchReleases(client(), live, { except: ['blog'], folder: target, progress: quiet });
    expect(gateway.requests.length).toBe(asked);
  });

  it('keeps nothing that looks whole when a file is not what the release says', async () => {
    const target = path.join(folder, 'damaged');
    const [sha256] = [...gateway.blobs.keys()];
    gateway.blobs.set(sha256!, Buffer.from('other'));
    const fetching = fetchReleases(client(), await composition(), {
      except: [],
      folder: target,
      progress: quiet,
    });
    await expect(fetching).rejects.toMatchObject({ code: 'PACK_FILE_WRONG' });
    const damaged = Object.values(describeRelease('blog').files).some((file) => file.sha256 === sha256)
      ? 'blog'
      : 'legal';
    expect(existsSync(path.join(target, damaged, describeRelease(damaged).digest, 'release.json'))).toBe(
      false,
    );
  });
});

describe('startLocalGateway', () => {
  const context = {
    env: env as never,
    cwd: '/',
    print: () => {},
    tell: () => {},
    terminal: false,
    fetch,
    now: () => 0,
    signal,
  };
  const start = async (releases: Record<string, string>, secret: object = {}) => {
    const { site } = await composition();
    const options = { workspace: workspace.root, releases, site, port: 0 };
    return startLocalGateway(options, { ...context, env: { ...env(), ...secret } });
  };

  it('passes on the site, and never a token', async () => {
    const local = await start({ legal: folder }, { MFE_TOKEN: 'vf_secret', DATABASE_URL: 'postgres://live' });
    const said = await (await fetch(local.url)).text();
    await local.stop();
    expect(said).not.toMatch(/vf_secret|postgres:/);
    expect(JSON.parse(said)).toMatchObject({ env: { SITE_NAME: 'Voltframe', OPS_PORT: '0' } });
  });

  it('says why it did not start', async () => {
    await expect(start({ broken: folder })).rejects.toMatchObject({
      code: 'CLI_GATEWAY_FAILED',
      message: expect.stringContaining('RELEASES: broken') as string,
    });
  });
});

describe('mfe dev', () => {
  it('serves the app being worked on with the live releases of all others, until told to end', async () => {
    const ending = new AbortController();
    let said: { whole: string[] } | undefined;
    let asked: Promise<void> = Promise.resolve();
    const { code } = await runMfe(['dev', 'mfe-sample'], {
      cwd: workspace.root,
      env: env(),
      signal: ending.signal,
      print(url) {
        asked = fetch(url)
          .then(async (response) => void (said = (await response.json()) as typeof said))
          .finally(() => ending.abort());
      },
    });
    await asked;
    expect([code, said?.whole]).toEqual([0, ['blog', 'legal', 'sample']]);
    const built = JSON.parse(readFileSync(path.join(workspace.app, 'dist/release.json'), 'utf8')) as Release;
    expect(built.routes[0]!.budget.js).toBeGreaterThan(1_000_000);
  }, 120_000);
});
