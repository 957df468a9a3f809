import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { fetchRelease, fetchReleases } from '../../../src/cli/gateway/live-releases.ts';
import { connect, type OperationsClient } from '../../../src/cli/gateway/operations-client.ts';
import { describeRelease, sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { OPERATOR } from '../fixtures/fake-gateway.ts';

const against = againstGateway();
const { cwd: folder, mfe } = against;
beforeEach(async () => {
  for (const app of ['legal', 'blog']) writeReleaseFolder(folder, app);
  await mfe(['publish', 'legal', 'blog']);
});

const quiet = { step: () => {}, update: () => {}, end: () => {} };
const client = () =>
  connect({
    env: { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: OPERATOR },
    fetch,
    signal: new AbortController().signal,
  });
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
    const asked = against.gateway.requests.length;
    await fetchReleases(client(), live, { except: ['blog'], folder: target, progress: quiet });
    expect(against.gateway.requests.length).toBe(asked);
  });

  it('keeps nothing that looks whole when a file is not what the release says', async () => {
    const target = path.join(folder, 'damaged');
    const [sha256] = [...against.gateway.blobs.keys()];
    against.gateway.blobs.set(sha256!, Buffer.from('other'));
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

describe('fetchRelease', () => {
  it.each([
    ['another app', 'legal', describeRelease('legal').digest],
    ['another release of the app', 'blog', 'a'.repeat(64)],
  ])('takes no answer that is %s than was asked for', async (_, answered, digest) => {
    const gateway = { call: async () => describeRelease(answered) } as unknown as OperationsClient;
    const target = path.join(folder, 'other');
    await expect(fetchRelease(gateway, { app: 'blog', digest }, target, quiet)).rejects.toMatchObject({
      code: 'PACK_MANIFEST_INVALID',
    });
    expect(existsSync(target)).toBe(false);
  });
});
