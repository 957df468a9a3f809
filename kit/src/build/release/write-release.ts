import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IDENTITY_FILE, type ReleaseIdentity } from '../../contract/release/identity.ts';
import type { Release } from '../../contract/release/release.ts';
import type { ReleaseFiles } from './release-files.ts';

/**
 * Writes a release folder. `release.json` is written last and atomically, so that all its files exist for every
 * reader. Files of the previous release are removed afterwards.
 * @param identity source of the release; written beside it.
 */
export function writeRelease(
  folder: string,
  release: Release,
  files: ReleaseFiles,
  identity?: ReleaseIdentity,
): void {
  for (const [name, body] of files.bodies) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    // client/ files are named after their bytes; the others are compared.
    writeChanged(file, body);
  }
  // Before the manifest, which marks the folder as complete.
  const beside = path.join(folder, IDENTITY_FILE);
  if (identity) writeAtOnce(beside, `${JSON.stringify(identity, null, 2)}\n`);
  else rmSync(beside, { force: true });
  writeAtOnce(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(file.parentPath, file.name)).replaceAll('\\', '/');
    if (file.isFile() && name !== 'release.json' && name !== IDENTITY_FILE && !files.bodies.has(name))
      rmSync(path.join(folder, name));
  }
}

/**
 * Writes a file atomically, unless it has this content: a watcher would report a write as a change.
 * @returns whether it was written
 */
export function writeChanged(file: string, body: Buffer | string): boolean {
  if (isSame(file, Buffer.from(body))) return false;
  writeAtOnce(file, body);
  return true;
}

/** @returns false also for a file that cannot be read: it is replaced. */
function isSame(file: string, body: Buffer): boolean {
  try {
    return readFileSync(file).equals(body);
  } catch {
    return false;
  }
}

/** Writes a file atomically. Another process may write the same file. */
export function writeAtOnce(file: string, body: Buffer | string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, body);
  renameSync(temporary, file);
}
