import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFolderSource } from '../../../src/releases/sources/folder-source.ts';
import { remoteRelease, sha256, version, writeRelease } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const fixture = remoteRelease();
const server = fixture.files.get('server/server.cjs')!;

test('a folder without a release offers nothing yet', async () => {
  expect(await createFolderSource('docs', testFolder()).look(undefined)).toBeUndefined();
});

test.each([
  ['an app’s folder, in its dist', (folder: string) => folder],
  ['the release’s folder itself', (folder: string) => path.join(folder, 'dist')],
])('the release of %s is offered', async (_, given) => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  const offer = await createFolderSource('docs', given(folder)).look(undefined);
  expect(JSON.parse(offer!.manifest)).toEqual(fixture.release);
  expect(
    Buffer.from(await offer!.read('server/server.cjs', fixture.release.files['server/server.cjs']!)),
  ).toEqual(server);
});

test('what is known is offered again only when it was written anew', async () => {
  const folder = testFolder();
  const source = createFolderSource('docs', folder);
  await writeRelease(folder, version('one'));
  const first = await source.look(undefined);
  expect(await source.look(first!.version)).toBeUndefined();
  await writeRelease(folder, version('two'));
  // Another time, however coarse the file system's clock.
  await utimes(path.join(folder, 'dist/release.json'), 1, 1);
  const second = await source.look(first!.version);
  expect(second!.manifest).not.toBe(first!.manifest);
  expect(await source.look(second!.version)).toBeUndefined();
});

test.each([
  ['a file that is gone', 'client/gone.js', 'PACK_FILE_MISSING'],
  ['a folder', 'client', 'PACK_FILE_MISSING'],
  ['a file of another size than declared', 'data/long.json', 'PACK_FILE_WRONG'],
])('%s is not read', async (_, file, code) => {
  const folder = testFolder();
  await writeRelease(folder, remoteRelease({ data: { 'long.json': '12345' } }));
  const offer = await createFolderSource('docs', folder).look(undefined);
  await expect(offer!.read(file, { sha256: sha256('1234'), bytes: 4 })).rejects.toMatchObject({ code });
});

test('a manifest that no release can have is not read', async () => {
  const folder = testFolder();
  await writeFile(path.join(folder, 'release.json'), Buffer.alloc(4 * 1024 * 1024 + 1, ' '));
  const source = createFolderSource('docs', folder);
  // Not the offer itself: 4 MB take long to be shown.
  const looked = source.look(undefined).then(() => 'offered');
  await expect(looked).rejects.toMatchObject({ code: 'PACK_TOO_LARGE' });
  await rm(path.join(folder, 'release.json'));
  expect(await source.look(undefined)).toBeUndefined();
});
