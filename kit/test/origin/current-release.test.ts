import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { followRelease } from '@voltframe/kit/origin/current-release';
import {
  describeRelease,
  sampleFiles,
  temporaryFolder,
  writeReleaseFolder,
} from '../packaging/fixtures/releases.ts';

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));
const distOf = (app: string, files?: Record<string, string>) =>
  path.join(writeReleaseFolder(root, app, files), 'dist');

it('reads the release once, and again when it or its signature changed', async () => {
  const dist = distOf('legal');
  const current = followRelease(dist);
  const first = await current();
  expect(first).toMatchObject({ release: describeRelease('legal'), signature: undefined });
  expect(await current()).toBe(first);
  writeFileSync(path.join(dist, 'release.sig'), 'signed');
  const signed = await current();
  expect([signed.signature, signed.etag === first.etag]).toEqual(['signed', false]);
  distOf('legal', { ...sampleFiles('legal'), 'data/more.json': '{}' });
  expect((await current()).release.digest).not.toBe(first.release.digest);
});

it('has the same validator for the same content, whenever it was written', async () => {
  const dist = distOf('blog');
  const current = followRelease(dist);
  const { etag } = await current();
  utimesSync(path.join(dist, 'release.json'), 1, 1);
  expect((await current()).etag).toBe(etag);
});

it.each([
  ['is missing', undefined, 'release.json is missing'],
  ['is half written', '{"half":', 'it is not JSON'],
])('says why there is none when release.json %s', async (_, text, reason) => {
  const dist = distOf('gone');
  if (text === undefined) rmSync(path.join(dist, 'release.json'));
  else writeFileSync(path.join(dist, 'release.json'), text);
  await expect(followRelease(dist)()).rejects.toMatchObject({
    code: 'ORIGIN_NO_RELEASE',
    why: expect.stringContaining(reason) as string,
  });
});
