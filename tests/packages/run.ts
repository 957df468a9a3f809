import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';
import { packKit } from '../../scripts/packages/pack.ts';
import { type FaultGateway, startFaultGateway } from '../faults/fault-gateway.ts';
import { createMachine, type Machine } from './machine.ts';

/**
 * `npm run test:packages`: a repository outside of this one, made by the packed kit, installed by npm and by pnpm, on the
 * oldest Node that the kit promises and on the current one; from `mfe new` to the live page. Needs the registry.
 */
const NODES = ['22.22.0', '26.10.0'];
const APP = 'notes';

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-packages-'));
let gateway: FaultGateway | undefined;
try {
  const tarball = await packKit(folder);
  gateway = await startFaultGateway({
    env: { RELEASES: `shell=${path.join(root, 'shell')}`, ADMISSION_HYDRATION: '1' },
  });
  const digests = new Map<string, string>();
  for (const node of NODES) {
    const machine = await createMachine(path.join(folder, `node-${node}`), node, {
      MFE_GATEWAY: gateway.opsUrl,
      MFE_TOKEN: gateway.token,
    });
    for (const manager of ['npm', 'pnpm'] as const)
      digests.set(`${manager} on Node ${node}`, await walk(machine, manager, tarball));
  }
  if (new Set(digests.values()).size !== 1)
    throw new Error(`the releases differ: ${[...digests].join(' · ')}`);
  console.log(`packages: passed, the same release ${digests.size} times`);
} finally {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** new → install → lint, types, tests → build → check → publish → live. @returns the release's digest */
async function walk(machine: Machine, manager: 'npm' | 'pnpm', tarball: string): Promise<string> {
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
  await run(
    'npm',
    'exec',
    '--yes',
    `--package=${tarball}`,
    '--',
    'mfe',
    'new',
    APP,
    '--kit',
    `file:${tarball}`,
  );
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
