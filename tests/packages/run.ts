import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';
import { packGateway, packKit } from '../../scripts/packages/pack.ts';
import { type FaultGateway, startFaultGateway } from '../faults/fault-gateway.ts';
import { createMachine, type Machine } from './machine.ts';

/**
 * `npm run test:packages`: a repository outside of this one, made by the kit that the gateway hands out, installed by npm and
 * by pnpm, on the oldest Node that the kit promises and on the current one; from `mfe new` to the live page. Then the packed
 * gateway on the oldest. Needs the registry.
 */
const NODES = ['22.22.0', '26.10.0'];
const APP = 'notes';

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-packages-'));
let gateway: FaultGateway | undefined;
try {
  const tarballs = [await packKit(folder), await packGateway(folder)];
  gateway = await startFaultGateway({
    env: { RELEASES: `shell=${path.join(root, 'shell')}`, ADMISSION_HYDRATION: '1', PACKAGES_DIR: folder },
  });
  const { opsUrl, token } = gateway;
  const [kit, packedGateway] = tarballs.map((file) => `${opsUrl}/-/packages/${path.basename(file)}`);
  const env = { MFE_GATEWAY: opsUrl, MFE_TOKEN: token, npm_config_userconfig: writeUserConfig(opsUrl) };
  const digests = new Map<string, string>();
  for (const node of NODES) {
    const machine = await createMachine(path.join(folder, `node-${node}`), node, env);
    for (const manager of ['npm', 'pnpm'] as const)
      digests.set(`${manager} on Node ${node}`, await walk(machine, manager, kit!));
    if (node === NODES[0]) await firstToken(machine, packedGateway!);
  }
  if (new Set(digests.values()).size !== 1)
    throw new Error(`the releases differ: ${[...digests].join(' · ')}`);
  console.log(`packages: passed, the same release ${digests.size} times`);
} finally {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The user's own, and that the token opens the gateway's packages. @returns its file */
function writeUserConfig(opsUrl: string): string {
  const own = path.join(homedir(), '.npmrc');
  const lines = [
    existsSync(own) ? readFileSync(own, 'utf8') : '',
    `${opsUrl.replace('http:', '')}/-/packages/:_authToken=\${MFE_TOKEN}`,
  ];
  const file = path.join(folder, 'npmrc');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** The packed gateway keeps its data and makes a token, on the Node that npm installed with it. */
async function firstToken(machine: Machine, tarball: string): Promise<void> {
  const site = path.join(machine.folder, 'site');
  mkdirSync(site, { recursive: true });
  await machine.run(site, ['npm', 'install', tarball]);
  const program = 'node_modules/@voltframe/gateway/bin/gateway.cjs';
  const token = await machine.run(site, ['node', program, 'operator-token', 'ada']);
  if (!/^vf_[\w-]+\n$/.test(token)) throw new Error(`the gateway made no token: ${token}`);
  console.log(`${machine.node} npm  the gateway's package made a token`);
}

/** new → install → lint, types, tests → build → check → publish → live. @returns the release's digest */
async function walk(machine: Machine, manager: 'npm' | 'pnpm', kit: string): Promise<string> {
  const repository = path.join(machine.folder, manager, APP);
  mkdirSync(repository, { recursive: true });
  const run = async (...command: string[]): Promise<string> => {
    const started = performance.now();
    const output = await machine.run(repository, command);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${machine.node} ${manager.padEnd(4)} ${command.slice(0, 3).join(' ').padEnd(30)} ${seconds} s`,
    );
    return output;
  };
  await run('npm', 'exec', '--yes', `--package=${kit}`, '--', 'mfe', 'new', APP, '--kit', kit);
  await run(manager, 'install');
  for (const script of ['lint', 'types', 'test']) await run(manager, 'run', script);
  const mfe = (...args: string[]) => run('node', 'node_modules/@voltframe/kit/dist/cli/mfe.js', ...args);
  const { digest } = JSON.parse(await mfe('build', '--json')) as { digest: string };
  await mfe('check');
  const preview = JSON.parse(await mfe('publish', '--preview', '--json')) as { previewUrl?: string };
  if (!preview.previewUrl) throw new Error('there is no link to a preview');
  await mfe('publish');
  const page = await (await fetch(`${gateway!.url}/${APP}`)).text();
  if (!page.includes('<h1')) throw new Error(`/${APP} is not live`);
  await mfe('retire', APP, '--yes');
  return digest;
}
