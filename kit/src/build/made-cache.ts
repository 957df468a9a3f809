import { globSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { sha256 } from '../packaging/sha256.ts';
import type { App } from './app-paths.ts';
import { writeAtOnce } from './release/write-release.ts';

/** Folders of an app's `.cache` for results that are expensive to make. */
const FOLDERS = ['cards', 'pictures'] as const;
/** Lifetime of a file after the last build that used it, in milliseconds. */
const STORED_MS = 30 * 24 * 60 * 60 * 1000;
/** Length of the sha-256 of the content at the start of a file, in characters. */
const DIGEST_LENGTH = 64;

/**
 * Reads the result of an earlier build from an app's cache, otherwise computes and stores it: one file for each
 * input.
 * @param key all inputs of the result
 * @param make returns a value that `node:v8` can serialize
 * @throws the error of `make`
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

/** @returns undefined also for a damaged file. */
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

/** Removes files that no build has used for 30 days. @param now milliseconds */
export function removeUnused({ paths }: App, now = Date.now()): void {
  const cache = path.join(paths.root, '.cache');
  for (const name of globSync(`{${FOLDERS.join()}}/*`, { cwd: cache })) {
    const entry = path.join(cache, name);
    const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? { mtimeMs: now };
    if (now - mtimeMs > STORED_MS) rmSync(entry, { recursive: true, force: true });
  }
}
