import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cliErrors } from '../../errors/cli-errors.ts';

/** A gateway that serves the site on this machine. */
export interface GatewayProgram {
  /** Script of the gateway. */
  script: string;
  /** Working folder of the gateway; its `.cache` contains fetched releases. */
  root: string;
}

const PACKAGE = '@voltframe/gateway';

/**
 * @param folder of an app, or any of the checkout of the site
 * @returns the gateway of that checkout; elsewhere the one that is installed beside the app
 * @throws CLI_NO_GATEWAY
 */
export function findGateway(folder: string): GatewayProgram {
  const workspace = workspaceAbove(folder);
  const script = workspace && path.join(workspace, 'gateway/src/server.ts');
  if (script && existsSync(script)) return { script, root: workspace };
  const installed = installedGateway(folder);
  if (installed === undefined) throw cliErrors.NO_GATEWAY({ folder });
  return { script: installed, root: folder };
}

/** @returns the folder of fetched releases of live sites. */
export function releaseCache({ root }: GatewayProgram): string {
  return path.join(root, '.cache', 'live-releases');
}

function installedGateway(folder: string): string | undefined {
  try {
    const manifest = createRequire(path.join(folder, 'package.json')).resolve(`${PACKAGE}/package.json`);
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
    return path.join(path.dirname(manifest), bin['voltframe-gateway']!);
  } catch {
    return undefined;
  }
}

/** A file that the site's checkout has and a team's workspace lacks. */
const SIGNS = ['pnpm-workspace.yaml', 'gateway'];

/** @returns the checkout of the site that a folder is in; undefined elsewhere. */
export function workspaceAbove(folder: string): string | undefined {
  for (let root = folder; ; root = path.dirname(root)) {
    if (SIGNS.every((name) => existsSync(path.join(root, name)))) return root;
    if (root === path.dirname(root)) return undefined;
  }
}
