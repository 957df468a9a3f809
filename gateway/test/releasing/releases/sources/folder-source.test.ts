import { execFileSync } from 'node:child_process';
import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { createFolderSource } from '../../../../src/releasing/releases/sources/folder-source.ts';
import { remoteRelease, sha256, version, writeRelease } from '../../../fixtures/fixture-release.ts';
import { directReader } from '../../../fixtures/direct-reader.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

const fixture = remoteRelease();
const server = fixture.files.get('server/server.cjs')!;

test('a folder without a release offers nothing yet', async () => {
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
  expect(
    Buffer.from(await offer!.read('server/server.cjs', fixture.release.files['server/server.cjs']!)),
  ).toEqual(server);
});

test('what is known is offered again only when it was written anew', async () => {
  const folder = testFolder();
  const source = createFolderSource('docs', folder, directReader);
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

test('an offer says when it was written', async () => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  await utimes(path.join(folder, 'dist/release.json'), 7, 7);
  expect((await createFolderSource('docs', folder, directReader).look(undefined))!.builtAt).toBe(7_000);
});

test('a release that comes, is signed later or goes back to an old time is seen', async () => {
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
  expect(await signed!.signature()).toBe('signed');
  expect(await source.look(signed!.version)).toBeUndefined();
  await utimes(path.join(folder, 'dist/release.json'), 1, 1);
  expect(await source.look(signed!.version)).toBeDefined();
  // Whoever did not take it in is offered it again.
  expect(await source.look(signed!.version)).toBeDefined();
});

test.each([
  ['a file that is gone', 'client/gone.js', 'PACK_FILE_MISSING'],
  ['a folder', 'client', 'PACK_FILE_WRONG'],
  ['a file of another size than declared', 'data/long.json', 'PACK_FILE_WRONG'],
])('%s is not read', async (_, file, code) => {
  const folder = testFolder();
  await writeRelease(folder, remoteRelease({ data: { 'long.json': '12345' } }));
  const offer = await createFolderSource('docs', folder, directReader).look(undefined);
  await expect(offer!.read(file, { sha256: sha256('1234'), bytes: 4 })).rejects.toMatchObject({ code });
});

test.each<[what: string, place: (file: string) => unknown]>([
  ['FIFO', (file) => execFileSync('mkfifo', [file])],
  ['device', (file) => symlink('/dev/zero', file)],
])('a %s in the place of release.json or a file is not waited for', async (_, place) => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  const source = createFolderSource('docs', folder, directReader);
  const offer = await source.look(undefined);
  for (const file of ['server/server.cjs', 'release.json']) {
    await rm(path.join(folder, 'dist', file));
    await place(path.join(folder, 'dist', file));
  }
  const declared = fixture.release.files['server/server.cjs']!;
  await expect(offer!.read('server/server.cjs', declared)).rejects.toMatchObject({ code: 'PACK_FILE_WRONG' });
  await expect(source.look(undefined)).rejects.toMatchObject({ code: 'PACK_FILE_WRONG' });
});

test('a release that is signed later is offered again, with its signature', async () => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  const source = createFolderSource('docs', folder, directReader);
  const first = await source.look(undefined);
  expect(await first!.signature()).toBeUndefined();
  await writeFile(path.join(folder, 'dist/release.sig'), 'signature');
  const second = await source.look(first!.version);
  expect(await second!.signature()).toBe('signature');
  expect(await source.look(second!.version)).toBeUndefined();
  await writeFile(path.join(folder, 'dist/release.sig'), 'x'.repeat(600));
  await expect(second!.signature()).rejects.toMatchObject({ code: 'PACK_TOO_LARGE' });
});

test('what lies beside a release says where it came from', async () => {
  const folder = testFolder();
  await writeRelease(folder, fixture);
  const source = createFolderSource('docs', folder, directReader);
  const offer = (await source.look(undefined))!;
  expect(await offer.identity!()).toBeUndefined();
  await writeFile(path.join(folder, 'dist/release.identity.json'), '{"commit":"a1"}');
  expect(await offer.identity!()).toBe('{"commit":"a1"}');
  await writeFile(path.join(folder, 'dist/release.identity.json'), 'x'.repeat(9000));
  await expect(offer.identity!()).rejects.toMatchObject({ code: 'PACK_TOO_LARGE' });
});

test('a manifest that no release can have is not read', async () => {
  const folder = testFolder();
  await writeFile(path.join(folder, 'release.json'), Buffer.alloc(PACK_LIMITS.manifestBytes + 1, ' '));
  const source = createFolderSource('docs', folder, directReader);
  // Not the offer itself: it takes long to be shown.
  const looked = source.look(undefined).then(() => 'offered');
  await expect(looked).rejects.toMatchObject({ code: 'PACK_TOO_LARGE' });
  await rm(path.join(folder, 'release.json'));
  expect(await source.look(undefined)).toBeUndefined();
});
