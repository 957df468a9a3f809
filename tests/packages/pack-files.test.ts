import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { filesOf, packFiles } from '../../scripts/packages/pack-files.ts';

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `text of ${file}`);
  }
  return folder;
}

it('packFiles packs every file below package/, including hidden files', async () => {
  const folder = folderWith('package.json', 'templates/.gitignore', 'dist/cli.js');
  expect(filesOf(folder)).toEqual(['dist/cli.js', 'package.json', 'templates/.gitignore']);
  const tar = gunzipSync(await packFiles(folder, [])).toString('latin1');
  for (const file of filesOf(folder)) expect(tar).toContain(`package/${file}\0`);
});

it('packFiles returns the same bytes for the same files, regardless of their times and order', async () => {
  const [one, other] = [folderWith('b.js', 'a.js'), folderWith('a.js', 'b.js')];
  utimesSync(path.join(other, 'a.js'), 1, 1);
  expect((await packFiles(one, [])).equals(await packFiles(other, []))).toBe(true);
});

it('packFiles makes programs executable', async () => {
  const modes = async (programs: string[]) =>
    gunzipSync(await packFiles(folderWith('cli.js'), programs)).toString('latin1', 100, 107);
  expect([await modes([]), await modes(['cli.js'])]).toEqual(['000644 ', '000755 ']);
});
