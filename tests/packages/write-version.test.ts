import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { writeVersion } from '../../scripts/packages/write-version.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('writes a version again while its contents are the same, however they are compressed', () => {
  const file = path.join(emptyFolder(), 'kit-1.0.0.tgz');
  for (const level of [9, 1]) writeVersion(file, gzipSync('one', { level }), 'kit/package.json');
  expect(readFileSync(file)).toEqual(gzipSync('one', { level: 1 }));
});

it('refuses other contents for the same version, names the version, and does not change the file', () => {
  const folder = emptyFolder();
  const file = path.join(folder, 'kit-1.0.0.tgz');
  writeVersion(file, gzipSync('one'), 'kit/package.json');
  expect(() => writeVersion(file, gzipSync('other'), 'kit/package.json')).toThrow(
    /^kit-1\.0\.0\.tgz already exists[^]*Raise the version in kit\/package\.json/,
  );
  expect(readFileSync(file)).toEqual(gzipSync('one'));
  writeVersion(path.join(folder, 'kit-1.0.1.tgz'), gzipSync('other'), 'kit/package.json');
});
