import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../../src/contract/page/site-config.ts';
import { startLocalGateway } from '../../../src/cli/gateway/local-gateway.ts';
import { findGateway } from '../../../src/cli/workspace/find-gateway.ts';
import { createStubWorkspace } from '../fixtures/stub-workspace.ts';

const { root } = createStubWorkspace();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const site: SiteConfig = {
  name: 'Voltframe',
  url: 'http://site.test',
  description: '',
  separator: '|',
  twitter: '',
  defaultLocale: 'en',
  indexable: true,
  trailingSlash: false,
  canonicalLowercase: true,
};
const start = (releases: Record<string, string>, env: Record<string, string> = {}) =>
  startLocalGateway(
    { program: findGateway(root), releases, site, port: 0, production: false },
    {
      env,
      cwd: '/',
      print: () => {},
      tell: () => {},
      terminal: false,
      fetch,
      now: () => 0,
      signal: new AbortController().signal,
    },
  );

describe('startLocalGateway', () => {
  it('passes on the site, and never a token', async () => {
    const local = await start(
      { legal: '/legal' },
      { MFE_TOKEN: 'vf_secret', DATABASE_URL: 'postgres://live' },
    );
    const said = await (await fetch(local.url)).text();
    await local.stop();
    expect(said).not.toMatch(/vf_secret|postgres:/);
    expect(JSON.parse(said)).toMatchObject({ env: { SITE_NAME: 'Voltframe', OPS_PORT: '0' } });
  });

  it('says why it did not start', async () => {
    await expect(start({ broken: '/broken' })).rejects.toMatchObject({
      code: 'CLI_GATEWAY_FAILED',
      message: expect.stringContaining('RELEASES: broken') as string,
    });
  });
});
