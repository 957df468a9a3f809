import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../app-paths.ts';
import { sharedVersions } from '../federation/shared-scope.ts';
import { sha256 } from '../../packaging/sha256.ts';

const KIT_SOURCES = path.resolve(import.meta.dirname, '../..');
/** What of the shell takes part in rendering a remote's page; its layout does not. */
const SHELL_SOURCES = ['src/app.tsx', 'src/entry.server.tsx', 'src/server/**/*.{ts,tsx}'];

/**
 * The shell's `server/shared.json`: it changes exactly when pages of remotes may render differently because of the
 * shell, so a change of the layout leaves every rendered page valid.
 */
export function sharedDigest(app: App): string {
  const files = [
    ...sources(KIT_SOURCES, ['react/**/*.{ts,tsx}', 'contract/**/*.ts']),
    ...sources(app.paths.root, SHELL_SOURCES),
  ];
  return JSON.stringify({ versions: sharedVersions(), sources: sha256(files.join('\n')) });
}

function sources(root: string, patterns: string[]): string[] {
  const names = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  return names.map((name) => `${name.replaceAll('\\', '/')} ${sha256(readFileSync(path.join(root, name)))}`);
}
