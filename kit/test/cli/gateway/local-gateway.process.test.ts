import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it, test } from 'vitest';
import { startLocalGateway, localUpstreams } from '../../../src/cli/gateway/local-gateway.ts';
import { findGateway } from '../../../src/cli/workspace/find-gateway.ts';
import { site } from '../../contract/fixtures/site.ts';
import { createStubWorkspace } from '../fixtures/stub-workspace.ts';
import path from 'node:path';
import { temporaryFolder } from '../../temporary-folders.ts';

const { root } = createStubWorkspace();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const start = (releases: Record<string, string>, env: Record<string, string> = {}) => {
  const served = { releases, site, port: 0, production: false };
  const { signal } = new AbortController();
  return startLocalGateway(findGateway(root), served, { env, tell: () => {}, signal });
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
    expect(JSON.parse(answer)).toMatchObject({ env: { SITE_NAME: 'Voltframe', OPS_PORT: 'off' } });
  });
});

function appWith(text?: string): string {
  return temporaryFolder(text === undefined ? {} : { '.mfe/upstreams.yml': text });
}

test.each([
  ['the file of upstreams, which may be created later', false, { UPSTREAMS: '.mfe/upstreams.yml' }],
  ['no missing file of upstreams for production', true, {}],
])('sets the path of the sample visitor, and %s', (_, production, expected: { UPSTREAMS?: string }) => {
  const folder = appWith();
  const { UPSTREAMS } = expected;
  expect(localUpstreams(folder, production, { CMS_TOKEN: 'a' })).toEqual({
    DEV_PERSONAL: path.join(folder, '.mfe/personal.yml'),
    ...(UPSTREAMS && { UPSTREAMS: path.join(folder, UPSTREAMS) }),
  });
});

test('passes only the variables that the file names', () => {
  const folder = appWith(
    'cms: { url: "${CMS_URL}", headers: { a: "Bearer ${CMS_TOKEN}", b: "${NOT_SET}" } }',
  );
  const env = { CMS_URL: 'http://127.0.0.1:1', CMS_TOKEN: 't', MFE_TOKEN: 'm' };
  expect(localUpstreams(folder, true, env)).toEqual({
    CMS_URL: 'http://127.0.0.1:1',
    CMS_TOKEN: 't',
    DEV_PERSONAL: path.join(folder, '.mfe/personal.yml'),
    UPSTREAMS: path.join(folder, '.mfe/upstreams.yml'),
  });
});
