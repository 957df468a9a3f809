import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openRelease, readReleaseFile } from '@voltframe/kit/packaging/release-folder';
import { describeRelease, sampleFiles, writeReleaseFolder } from './fixtures/releases.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const root = temporaryFolder();

it('opens the release of an app by either folder, with its signature', async () => {
  const app = writeReleaseFolder(root, 'legal');
  const opened = await openRelease(app);
  expect(opened).toMatchObject({ folder: path.join(app, 'dist'), release: describeRelease('legal') });
  expect(opened.signature).toBeUndefined();
  writeFileSync(path.join(app, 'dist/release.sig'), 'signed');
  expect((await openRelease(path.join(app, 'dist'))).signature).toBe('signed');
});

it('rejects a missing or damaged release', async () => {
  await expect(openRelease(path.join(root, 'none'))).rejects.toMatchObject({ code: 'PACK_NO_RELEASE' });
  const app = writeReleaseFolder(root, 'blog');
  writeFileSync(path.join(app, 'dist/release.json'), '{');
  await expect(openRelease(app)).rejects.toMatchObject({ code: 'PACK_MANIFEST_INVALID' });
});

it.each([
  ['missing', 'data/documents.json', undefined, 'PACK_FILE_MISSING'],
  ['edited', 'server/server.cjs', 'other', 'PACK_FILE_WRONG'],
  ['not listed', 'release.json', undefined, 'PACK_FILE_MISSING'],
])('rejects a file that is %s', async (_, file, body, code) => {
  const app = writeReleaseFolder(root, 'files');
  const release = await openRelease(app);
  expect(String(await readReleaseFile(release, 'server/server.cjs'))).toBe(
    sampleFiles('files')['server/server.cjs'],
  );
  if (body) writeFileSync(path.join(app, 'dist', file), body);
  else if (file !== 'release.json') rmSync(path.join(app, 'dist', file));
  await expect(readReleaseFile(release, file)).rejects.toMatchObject({ code });
});
