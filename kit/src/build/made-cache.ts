import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sha256 } from '../packaging/sha256.ts';
import type { App } from './app-paths.ts';

/** Of an app's `.cache`: folders of what takes long to make. */
const FOLDERS = ['cards', 'pictures'] as const;
/** How long a folder is stored after the last build that used it. Milliseconds. */
const STORED_MS = 30 * 24 * 60 * 60 * 1000;
const INDEX = 'index.json';

/** What was made of one input: its data, and its bodies. */
export interface Made<Data> {
  data: Data;
  bodies: Buffer[];
}

/** `index.json` of a folder: the data, and sha-256 of the bodies beside it, in order. */
interface Index<Data> {
  data: Data;
  digests: string[];
}

/**
 * Takes from an app's cache what an earlier build made, else makes and stores it: a folder for each input.
 * @param key all that decides what is made
 * @throws what `make` throws
 */
export async function storedOrMade<Data>(
  { paths }: App,
  name: (typeof FOLDERS)[number],
  key: string,
  make: () => Promise<Made<Data>>,
): Promise<Made<Data>> {
  const folder = path.join(paths.root, '.cache', name);
  const place = path.join(folder, sha256(key));
  const stored = read<Data>(place);
  if (stored) return stored;
  const made = await make();
  mkdirSync(folder, { recursive: true });
  // Written beside it and moved into place at once: two builds at the same time do not disturb each other.
  const temporary = mkdtempSync(path.join(folder, '.new-'));
  for (const [at, body] of made.bodies.entries()) writeFileSync(path.join(temporary, String(at)), body);
  const index: Index<Data> = { data: made.data, digests: made.bodies.map((body) => sha256(body)) };
  writeFileSync(path.join(temporary, INDEX), JSON.stringify(index));
  rmSync(place, { recursive: true, force: true });
  try {
    renameSync(temporary, place);
  } catch {
    rmSync(temporary, { recursive: true, force: true }); // another build was first
  }
  return made;
}

/** @returns undefined also when a body is not as it was written. */
function read<Data>(place: string): Made<Data> | undefined {
  try {
    const { data, digests } = JSON.parse(readFileSync(path.join(place, INDEX), 'utf8')) as Index<Data>;
    const bodies = digests.map((_, at) => readFileSync(path.join(place, String(at))));
    if (bodies.some((body, at) => sha256(body) !== digests[at])) return undefined;
    utimesSync(place, Date.now() / 1000, Date.now() / 1000);
    return { data, bodies };
  } catch {
    return undefined;
  }
}

/** Removes what no build has used for 30 days, and what was never finished. @param now milliseconds */
export function removeUnused({ paths }: App, now = Date.now()): void {
  for (const folder of FOLDERS.map((name) => path.join(paths.root, '.cache', name)))
    for (const entry of entriesOf(folder)) {
      const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? { mtimeMs: now };
      if (now - mtimeMs > STORED_MS) rmSync(entry, { recursive: true, force: true });
    }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return []; // nothing was made yet
  }
}
