import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { App } from './app-paths.ts';

/** Of an app's `.cache`: what is in them is named after all that it is made of, and is there for the builds that come. */
const FOLDERS = ['cards', 'pictures'] as const;
/** How long it is kept after the last build that used it. Milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Where an app's builds keep what takes long to make. */
export function keptFolder({ paths }: App, name: (typeof FOLDERS)[number]): string {
  return path.join(paths.root, '.cache', name);
}

/** Says that a build uses something that is kept. @param entry file or folder. @param now milliseconds */
export function markUsed(entry: string, now = Date.now()): void {
  try {
    utimesSync(entry, now / 1000, now / 1000);
  } catch {
    // it may be somebody else's: to be read is enough
  }
}

/** Removes what no build has used for 30 days, and what was never finished. @param now milliseconds */
export function removeUnused(app: App, now = Date.now()): void {
  for (const folder of FOLDERS.map((name) => keptFolder(app, name)))
    for (const entry of entriesOf(folder)) {
      const { mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? { mtimeMs: now };
      if (now - mtimeMs > KEPT_MS) rmSync(entry, { recursive: true, force: true });
    }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return []; // nothing was made yet
  }
}
