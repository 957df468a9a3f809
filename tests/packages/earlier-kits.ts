import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';
import type { FaultGateway } from '../faults/fault-gateway.ts';
import { MFE } from './developing.ts';
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
  const repository = makeRepository(machine, path.basename(kit, '.tgz'));
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

/**
 * A team with a later contract than the gateway: the current kit with an additional contract version.
 * @param kit address of the current kit
 * @throws Error if the refusal does not name the contracts of the gateway and the kit to install
 */
export async function refuseLaterKit(machine: Machine, kit: string): Promise<void> {
  const repository = makeRepository(machine, 'later-kit');
  const run = (...command: string[]): Promise<string> => machine.run(repository, command);
  await run('npm', 'exec', '--yes', `--package=${kit}`, '--', 'mfe', 'new', APP, '--kit', kit);
  await run('npm', 'install');
  plantVersion(path.join(repository, 'node_modules/@voltframe/kit/dist/contract/contract-version.js'));
  await run('node', MFE, 'build');
  const output = await run('node', MFE, 'publish').catch((error: Error) => error.message);
  for (const part of ['is of contract 99.0; the gateway takes', path.basename(kit)])
    if (!output.includes(part))
      throw new Error(`a kit of a later contract does not report '${part}':\n${output}`);
  console.log(`${machine.node} npm  a kit of a later contract: refused`);
}

function makeRepository(machine: Machine, name: string): string {
  const folder = path.join(machine.folder, name, APP);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function plantVersion(file: string): void {
  const text = readFileSync(file, 'utf8');
  const planted = text.replace(
    /(CONTRACT_VERSIONS = \[[^\]]*?),?(\s*\];)/,
    "$1, { version: '99.0', kit: '99.0.0' }$2",
  );
  if (planted === text) throw new Error(`${file} has no list of versions`);
  writeFileSync(file, planted);
}
