import { cpSync, existsSync, rmSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, describe } from 'vitest';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { fetchSite, lastSite, fetchRelease, fetchReleases } from '../../../src/cli/gateway/live-site.ts';
import { connect, type OperationsClient } from '../../../src/cli/gateway/operations-client.ts';
import { writeReleaseFolder, describeRelease, sampleFiles } from '../../packaging/fixtures/releases.ts';
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
const client = () =>
  connect({
    env: { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: OPERATOR },
    fetch,
    signal: new AbortController().signal,
  });
const composition = () => client().call<Composition>('composition');
async function fetched(cache: string, now = 123) {
  return fetchSite(client(), await composition(), { ...options(cache), progress: quiet, now: () => now });
}

it('stores the fetched site with its time', async () => {
  const site = await fetched('whole');
  expect(site).toMatchObject({
    seenAt: 123,
    releases: { legal: expect.stringContaining('legal') as string },
  });
  expect(lastSite(against.gateway.url, options('whole'))).toEqual(site);
});

it('returns no site of another gateway', async () => {
  await fetched('other');
  expect(lastSite('http://other.test', options('other'))).toBeUndefined();
});

it('returns no site with a missing release', async () => {
  const { releases } = await fetched('lost');
  rmSync(path.join(releases['legal']!, 'release.json'));
  expect(lastSite(against.gateway.url, options('lost'))).toBeUndefined();
});

it('keeps the releases of the site, and deletes others after a day', async () => {
  const { releases } = await fetched('forgetting');
  const other = path.join(releases['legal']!, '../other');
  cpSync(releases['legal']!, other, { recursive: true });
  await fetched('forgetting', Date.now());
  expect(existsSync(other)).toBe(true);
  await fetched('forgetting', Date.now() + 90_000_000);
  expect([existsSync(other), existsSync(releases['legal']!)]).toEqual([false, true]);
});

describe('fetchReleases', () => {
  it('fetches every release that is not excluded, completely and only once', async () => {
    const target = path.join(folder, 'cache');
    const live = await composition();
    const folders = await fetchReleases(client(), live, {
      except: ['blog'],
      cache: target,
      progress: quiet,
    });
    expect(Object.keys(folders)).toEqual(['legal']);
    const read = (file: string) => readFileSync(path.join(folders['legal']!, file), 'utf8');
    expect(JSON.parse(read('release.json'))).toEqual(describeRelease('legal'));
    for (const [file, body] of Object.entries(sampleFiles('legal'))) expect(read(file)).toBe(body);
    const asked = against.gateway.requests.length;
    await fetchReleases(client(), live, { except: ['blog'], cache: target, progress: quiet });
    expect(against.gateway.requests.length).toBe(asked);
  });

  it('writes no release.json when a file has another digest than the release declares', async () => {
    const target = path.join(folder, 'damaged');
    const [sha256] = [...against.gateway.blobs.keys()];
    against.gateway.blobs.set(sha256!, Buffer.from('other'));
    const fetching = fetchReleases(client(), await composition(), {
      except: [],
      cache: target,
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

describe('fetchRelease', () => {
  it.each([
    ['another app', 'legal', describeRelease('legal').digest],
    ['another release of the app', 'blog', 'a'.repeat(64)],
  ])('rejects an answer with %s', async (_, answered, digest) => {
    const gateway = { call: async () => describeRelease(answered) } as unknown as OperationsClient;
    const target = path.join(folder, 'another');
    await expect(fetchRelease(gateway, { app: 'blog', digest }, target, quiet)).rejects.toMatchObject({
      code: 'PACK_MANIFEST_INVALID',
    });
    expect(existsSync(target)).toBe(false);
  });
});
