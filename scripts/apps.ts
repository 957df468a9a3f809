import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname);

/** @returns the folders of the apps of this checkout: the shell first, then the remotes by name. */
export function appFolders(): string[] {
  const folders = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'mfe.config.ts')));
  return folders.toSorted((a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b));
}

/** Apps for the browser tests of the platform: their pages use all of its features. */
export const FIXTURE_FOLDERS = ['members', 'lobby', 'wardrobe'].map(
  (app) => `tests/fixtures/platform/${app}`,
);

/** @returns the command line that builds one app. */
export function mfeBuild(folder: string, ...flags: string[]): string[] {
  return [path.join(root, 'kit/src/cli/mfe.ts'), 'build', folder, ...flags];
}
