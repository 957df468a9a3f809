import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { fetchSite, lastSite } from '../../../src/cli/gateway/live-site.ts';
import { connect } from '../../../src/cli/gateway/operations-client.ts';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { OPERATOR } from '../fixtures/fake-gateway.ts';

const against = againstGateway();
const { cwd: folder, mfe } = against;
beforeEach(async () => {
  for (const app of ['legal', 'blog']) writeReleaseFolder(folder, app);
  await mfe(['publish', 'legal', 'blog']);
});

const quiet = { step: () => {}, update: () => {}, end: () => {} };
const options = (cache: string) => ({ except: ['blog'], cache: path.join(folder, cache) });
async function fetched(cache: string, now = 123) {
  const env = { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: OPERATOR };
  const client = connect({ env, fetch, signal: new AbortController().signal });
  const composition = await client.call<Composition>('composition');
  return fetchSite(client, composition, { ...options(cache), progress: quiet, now: () => now });
}

it('remembers the site that was fetched last, and when', async () => {
  const site = await fetched('whole');
  expect(site).toMatchObject({
    seenAt: 123,
    releases: { legal: expect.stringContaining('legal') as string },
  });
  expect(lastSite(against.gateway.url, options('whole'))).toEqual(site);
});

it('knows nothing of the site of another gateway', async () => {
  await fetched('other');
  expect(lastSite('http://other.test', options('other'))).toBeUndefined();
});

it('takes no site that has lost a release since', async () => {
  const { releases } = await fetched('lost');
  rmSync(path.join(releases['legal']!, 'release.json'));
  expect(lastSite(against.gateway.url, options('lost'))).toBeUndefined();
});

it('keeps the releases that a site has, and others for a day', async () => {
  const { releases } = await fetched('forgetting');
  const other = path.join(releases['legal']!, '../other');
  cpSync(releases['legal']!, other, { recursive: true });
  await fetched('forgetting', Date.now());
  expect(existsSync(other)).toBe(true);
  await fetched('forgetting', Date.now() + 90_000_000);
  expect([existsSync(other), existsSync(releases['legal']!)]).toEqual([false, true]);
});
