import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { startLocalGateway, localUpstreams, watchUpstreams } from '../../../src/cli/gateway/local-gateway.ts';
import { findGateway } from '../../../src/cli/workspace/find-gateway.ts';
import { site } from '../../contract/fixtures/site.ts';
import { createStubWorkspace } from '../fixtures/stub-workspace.ts';
import path from 'node:path';
import { temporaryFolder } from '../../temporary-folders.ts';

const { root } = createStubWorkspace();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const start = async (releases: Record<string, string>, env: Record<string, string> = {}) => {
  const local = startLocalGateway(findGateway(root), {
    env,
    cwd: '/',
    print: () => {},
    tell: () => {},
    overwrite: undefined,
    fetch,
    now: () => 0,
    signal: new AbortController().signal,
  });
  return { ...local, url: await local.serve({ releases, site, port: 0, production: false }) };
};

describe('startLocalGateway', () => {
  it('passes the site to the gateway, and no secrets', async () => {
    const local = await start(
      { legal: '/legal' },
      { MFE_TOKEN: 'vf_secret', DATABASE_URL: 'postgres://live' },
    );
    const answer = await (await fetch(local.url)).text();
    await local.stop();
    expect(answer).not.toMatch(/vf_secret|postgres:/);
    expect(JSON.parse(answer)).toMatchObject({ env: { SITE_NAME: 'Voltframe', OPS_PORT: '0' } });
  });
});

function appWith(text?: string): string {
  return temporaryFolder(text === undefined ? {} : { '.mfe/upstreams.yml': text });
}

test('sets no upstreams without a file, and sets the path of invented visitors', () => {
  const folder = appWith();
  expect(localUpstreams(folder, { CMS_TOKEN: 'a' })).toEqual({
    DEV_PERSONAL: path.join(folder, '.mfe/personal.yml'),
    UPSTREAMS: '',
  });
});

test('passes only the variables that the file names', () => {
  const folder = appWith(
    'cms: { url: "${CMS_URL}", headers: { a: "Bearer ${CMS_TOKEN}", b: "${NOT_SET}" } }',
  );
  expect(localUpstreams(folder, { CMS_URL: 'http://127.0.0.1:1', CMS_TOKEN: 't', MFE_TOKEN: 'm' })).toEqual({
    CMS_URL: 'http://127.0.0.1:1',
    CMS_TOKEN: 't',
    DEV_PERSONAL: path.join(folder, '.mfe/personal.yml'),
    UPSTREAMS: path.join(folder, '.mfe/upstreams.yml'),
  });
});

test('reports a created, changed or deleted file of upstreams with the variables that it names', async () => {
  const folder = appWith();
  const reported: Record<string, string>[] = [];
  const stop = watchUpstreams(folder, { CMS_TOKEN: 't' }, (env) => void reported.push(env));
  const file = path.join(folder, '.mfe/upstreams.yml');
  mkdirSync(path.dirname(file));
  writeFileSync(file, 'cms: { url: "http://127.0.0.1:1" }');
  await vi.waitFor(() => expect(reported.at(-1)).toMatchObject({ UPSTREAMS: file }), 20_000);
  writeFileSync(file, 'cms: { headers: { a: "${CMS_TOKEN}" } }');
  await vi.waitFor(() => expect(reported.at(-1)).toMatchObject({ CMS_TOKEN: 't' }), 20_000);
  rmSync(file);
  await vi.waitFor(() => expect(reported.at(-1)).toMatchObject({ UPSTREAMS: '' }), 20_000);
  stop();
});
