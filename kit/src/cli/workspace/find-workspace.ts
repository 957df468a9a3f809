import { existsSync } from 'node:fs';
import path from 'node:path';

/** What tells the site's checkout from a workspace that a team has of its own. */
const SIGNS = ['pnpm-workspace.yaml', 'gateway'];

/** @returns the checkout of the site that a folder is in; undefined elsewhere. */
export function workspaceAbove(folder: string): string | undefined {
  for (let root = folder; ; root = path.dirname(root)) {
    if (SIGNS.every((name) => existsSync(path.join(root, name)))) return root;
    if (root === path.dirname(root)) return undefined;
  }
}
