import { execFileSync } from 'node:child_process';
import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFolderSource } from '../../../../src/releasing/releases/sources/folder-source.ts';
import { remoteRelease, writeRelease } from '../../../fixtures/fixture-release.ts';
import { directReader } from '../../../fixtures/direct-reader.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

const fixture = remoteRelease();
const server = fixture.files.get('server/server.cjs')!;

test('a folder without a release offers nothing', async () => {
  expect(await createFolderSource('docs', testFolder(), directReader).look(undefined)).toBeUndefined();
});

test.each([
  ['an app’s folder, in its dist', (folder: string) => folder],
  ['the release’s folder itself', (folder: string) => path.join(folder, 'dist')],
])('the release of %s is offered', async (_, given) => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  const offer = await createFolderSource('docs', given(folder), directReader).look(undefined);
  expect(JSON.parse(offer!.manifest)).toEqual(fixture.release);
  expect(await offer!.read('server/server.cjs', 2 ** 20)).toMatchObject({ body: server });
});

test('an offer has the time of its build', async () => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  await utimes(path.join(folder, 'dist/release.json'), 7, 7);
  expect((await createFolderSource('docs', folder, directReader).look(undefined))!.builtAt).toBe(7_000);
});

test('a release is offered when it appears, is signed later or gets an older time', async () => {
  const folder = testFolder();
  const source = createFolderSource('docs', folder, directReader);
  expect([await source.look(undefined), await source.look(undefined)]).toEqual([undefined, undefined]);
  await writeRelease(folder, fixture);
  const first = await source.look(undefined);
  expect([await source.look(first!.version), await source.look(first!.version)]).toEqual([
    undefined,
    undefined,
  ]);
  await writeFile(path.join(folder, 'dist/release.sig'), 'signed');
  const signed = await source.look(first!.version);
  expect(String((await signed!.read('release.sig', 512))!.body)).toBe('signed');
  expect(await source.look(signed!.version)).toBeUndefined();
  await utimes(path.join(folder, 'dist/release.json'), 1, 1);
  expect(await source.look(signed!.version)).toBeDefined();
  // It is offered until a look passes its version.
  expect(await source.look(signed!.version)).toBeDefined();
});

test.each<[what: string, place: (file: string) => unknown]>([
  ['FIFO', (file) => execFileSync('mkfifo', [file])],
  ['device', (file) => symlink('/dev/zero', file)],
])('a %s in place of release.json or of a file is refused without waiting', async (_, place) => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  const source = createFolderSource('docs', folder, directReader);
  const offer = await source.look(undefined);
  for (const file of ['server/server.cjs', 'release.json']) {
    await rm(path.join(folder, 'dist', file));
    await place(path.join(folder, 'dist', file));
  }
  await expect(offer!.read('server/server.cjs', 2 ** 20)).rejects.toMatchObject({
    code: 'PACK_FILE_WRONG',
  });
  await expect(source.look(undefined)).rejects.toMatchObject({ code: 'PACK_FILE_WRONG' });
});
