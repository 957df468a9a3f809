import { globSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { sha256 } from '../packaging/sha256.ts';
import type { App } from './app-paths.ts';
import { writeAtOnce } from './release/write-release.ts';

/** Folders of an app's `.cache` for results that are expensive to make. */
const FOLDERS = ['cards', 'pictures'] as const;
/** How long a file is stored after the last build that used it. Milliseconds. */
const STORED_MS = 30 * 24 * 60 * 60 * 1000;
/** Characters of the sha-256 that a file begins with: that of the rest. */
const DIGEST_LENGTH = 64;

/**
 * Takes the result of an earlier build from an app's cache, else makes and stores it: one file for each input.
 * @param key all that decides the result
 * @param make gives what `node:v8` can serialize
 * @throws what `make` throws
 */
export async function storedOrMade<Result>(
  { paths }: App,
  name: (typeof FOLDERS)[number],
  key: string,
  make: () => Promise<Result>,
): Promise<Result> {
  const folder = path.join(paths.root, '.cache', name);
  const file = path.join(folder, `${sha256(key)}.bin`);
  const stored = read(file) as Result | undefined;
  if (stored !== undefined) return stored;
  const made = await make();
  mkdirSync(folder, { recursive: true });
  const content = serialize(made);
  writeAtOnce(file, Buffer.concat([Buffer.from(sha256(content)), content]));
  return made;
}

/** @returns undefined also when the file is not as it was written. */
function read(file: string): unknown {
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(DIGEST_LENGTH);
    if (sha256(content) !== bytes.toString('latin1', 0, DIGEST_LENGTH)) return undefined;
    utimesSync(file, Date.now() / 1000, Date.now() / 1000);
    return deserialize(content);
  } catch {
    return undefined;
  }
}

/** Removes what no build has used for 30 days. @param now milliseconds */
export function removeUnused({ paths }: App, now = Date.now()): void {
  const cache = path.join(paths.root, '.cache');
  for (const name of globSync(`{${FOLDERS.join()}}/*`, { cwd: cache })) {
    const entry = path.join(cache, name);
    const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? { mtimeMs: now };
    if (now - mtimeMs > STORED_MS) rmSync(entry, { recursive: true, force: true });
  }
}
