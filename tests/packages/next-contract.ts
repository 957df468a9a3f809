import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';
import { startFaultGateway } from '../faults/fault-gateway.ts';
import { nextContract, plantNextVersion } from '../faults/next-version.ts';
import { MFE } from './developing.ts';
import type { Machine } from './machine.ts';

const APP = 'letters';

/**
 * A team that has not upgraded: creates a repository with this kit, publishes its app to a gateway of the next version,
 * and removes the app again. With the contract of the next version in its kit, the gateway of this version refuses it.
 * @param kit address of this kit, on the gateway of this version that the machine names in `MFE_GATEWAY`.
 * @throws Error with the output of a command that fails, or if the refusal does not name the contracts of the gateway
 *   and the kit to install.
 */
export async function publishAcrossContracts(machine: Machine, kit: string): Promise<void> {
  const repository = path.join(machine.folder, 'contracts', APP);
  mkdirSync(repository, { recursive: true });
  const run = (command: string[], env?: Record<string, string>): Promise<string> =>
    machine.run(repository, command, env);
  await run(['npm', 'exec', '--yes', `--package=${kit}`, '--', 'mfe', 'new', APP, '--kit', kit]);
  await run(['npm', 'install']);
  await publishToNextVersion((args, env) => run(['node', MFE, ...args], env));
  console.log(`${machine.node} npm  this kit at a gateway of the next version: live`);

  plantContract(path.join(repository, 'node_modules/@voltframe/kit/dist/contract/contract-version.js'));
  await run(['node', MFE, 'build']);
  const output = await run(['node', MFE, 'publish']).catch((error: Error) => error.message);
  for (const part of [`is of contract ${nextContract()}; the gateway takes`, path.basename(kit)])
    if (!output.includes(part))
      throw new Error(`a kit of the next contract does not report '${part}':\n${output}`);
  console.log(`${machine.node} npm  a kit of the next contract: refused`);
}

async function publishToNextVersion(
  mfe: (args: string[], env: Record<string, string>) => Promise<string>,
): Promise<void> {
  const next = plantNextVersion();
  const gateway = await startFaultGateway({
    checkout: next.folder,
    env: { RELEASES: `shell=${path.join(root, 'shell')}`, ADMISSION_HYDRATION: '1' },
  });
  try {
    const env = { MFE_GATEWAY: gateway.opsUrl, MFE_TOKEN: gateway.token };
    for (const command of ['build', 'check', 'publish']) await mfe([command], env);
    const page = await (await fetch(`${gateway.url}/${APP}`)).text();
    if (!page.includes('<h1')) throw new Error(`/${APP}, built by this kit, is not live`);
  } finally {
    await gateway.stop();
    next.remove();
  }
}

function plantContract(file: string): void {
  const text = readFileSync(file, 'utf8');
  const planted = text.replace(
    /(CONTRACT_VERSIONS = \[[^\]]*?),?(\s*\];)/,
    `$1, { version: ${nextContract()}, kit: '99.0.0' }$2`,
  );
  if (planted === text) throw new Error(`${file} has no list of versions`);
  writeFileSync(file, planted);
}
