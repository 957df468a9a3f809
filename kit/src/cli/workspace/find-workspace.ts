import { existsSync } from 'node:fs';
import path from 'node:path';
import { cliErrors } from '../../errors/cli-errors.ts';

/**
 * @param folder any folder of the checkout.
 * @returns the checkout of the site. @throws CLI_NO_WORKSPACE
 */
export function findWorkspace(folder: string): string {
  for (let root = folder; ; root = path.dirname(root)) {
    if (existsSync(path.join(root, 'pnpm-workspace.yaml'))) return root;
    if (root === path.dirname(root)) throw cliErrors.NO_WORKSPACE({ folder });
  }
}
