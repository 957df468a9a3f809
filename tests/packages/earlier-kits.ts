import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';
import type { FaultGateway } from '../faults/fault-gateway.ts';
import type { Machine } from './machine.ts';

const EARLIER_KITS = path.join(root, 'tests/fixtures/earlier-kits');
const APP = 'letters';
/** The program of kits up to 1.4. */
const EARLIER_MFE = 'node_modules/@voltframe/kit/dist/cli/mfe.js';

/**
 * Copies the earlier kits to the current packages, and for each kit the current gateway under the version of the kit,
 * because `mfe new` installs it.
 * @param gateway tarball of the current gateway
 * @returns the names of the tarballs of the kits
 */
export function addEarlierKits(packages: string, gateway: string): string[] {
  const names = readdirSync(EARLIER_KITS).filter((name) => name.startsWith('voltframe-kit-'));
  for (const name of names) {
    copyFileSync(path.join(EARLIER_KITS, name), path.join(packages, name));
    copyFileSync(gateway, path.join(packages, name.replace('-kit-', '-gateway-')));
  }
  return names;
}

/**
 * A team that has not upgraded: creates a repository with an earlier kit from the current gateway, publishes its app,
 * and removes the app again.
 * @param kit address of the kit
 * @throws Error with the output of a command that fails
 */
export async function walkWithEarlierKit(
  machine: Machine,
  gateway: FaultGateway,
  kit: string,
): Promise<void> {
  const repository = path.join(machine.folder, path.basename(kit, '.tgz'), APP);
  mkdirSync(repository, { recursive: true });
  const run = (...command: string[]): Promise<string> => machine.run(repository, command);
  await run('npm', 'exec', '--yes', `--package=${kit}`, '--', 'mfe', 'new', APP, '--kit', kit);
  await run('npm', 'install');
  for (const script of ['lint', 'types', 'test']) await run('npm', 'run', script);
  for (const command of ['build', 'check', 'publish']) await run('node', EARLIER_MFE, command);
  const page = await (await fetch(`${gateway.url}/${APP}`)).text();
  if (!page.includes('<h1')) throw new Error(`/${APP}, built by ${path.basename(kit)}, is not live`);
  await run('node', EARLIER_MFE, 'retire', APP, '--yes');
  console.log(`${machine.node} npm  earlier kit ${path.basename(kit)}: live`);
}
