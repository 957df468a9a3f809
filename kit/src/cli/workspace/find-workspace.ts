import { existsSync } from 'node:fs';
import path from 'node:path';
import { cliErrors } from '../../errors/cli-errors.ts';

/** What tells the site's checkout from a workspace that a team has of its own. */
const SIGNS = ['pnpm-workspace.yaml', 'gateway'];

/**
 * @param folder any folder of the checkout.
 * @returns the checkout of the site. @throws CLI_NO_WORKSPACE
 */
export function findWorkspace(folder: string): string {
  const workspace = workspaceAbove(folder);
  if (workspace === undefined) throw cliErrors.NO_WORKSPACE({ folder });
  return workspace;
}

/** @returns the checkout of the site that a folder is in; undefined elsewhere. */
export function workspaceAbove(folder: string): string | undefined {
  for (let root = folder; ; root = path.dirname(root)) {
    if (SIGNS.every((name) => existsSync(path.join(root, name)))) return root;
    if (root === path.dirname(root)) return undefined;
  }
}
