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
import { findChromium } from '../browser/find-chromium.ts';
import { startDataBackend, walkWithData } from './data-walk.ts';
import { develop, MFE } from './developing.ts';
import { cloneRepository, runGitHub, runGitLab } from './forge.ts';
import { createMachine, type Machine } from './machine.ts';
import { publishAcrossContracts } from './next-contract.ts';
import { addNextVersion, upgrade } from './upgrading.ts';

/**
 * `npm run test:packages`: a separate repository with the packages that the gateway serves, installed with npm and pnpm
 * on three Node versions: too old, oldest supported and current. It goes from `mfe new` through edits in an open page,
 * publish and rollback to `mfe upgrade`. On the oldest Node it also runs the CI of a clone, the packed gateway, this
 * kit at a gateway of the next version, and a kit of the next contract. Needs the npm registry and Chromium. Words
 * select parts: `-- pnpm 26`.
 */
const TOO_OLD = '20.20.2';
const OLDEST = '22.22.0';
/** Version → packages that replace the package manager of the checkout on a machine with this version. */
const NODES = { [TOO_OLD]: ['pnpm@10.33.4'], [OLDEST]: [], '26.10.0': [] };
const LOCKFILES = { npm: 'package-lock.json', pnpm: 'pnpm-lock.yaml' };
const APP = 'notes';
const CHANGE = 'in another way';

const words = process.argv.slice(2);
const isAsked = (...names: string[]): boolean =>
  words.every((word) => names.some((name) => name.startsWith(word)));

const chromium = await findChromium();
const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-packages-'));
let gateway: FaultGateway | undefined;
const upstreams = path.join(folder, 'upstreams.yml');
try {
  const tarballs = [await packKit(folder), await packGateway(folder)];
  const next = await addNextVersion(folder);
  writeFileSync(upstreams, '');
  gateway = await startFaultGateway({
    env: {
      RELEASES: `shell=${path.join(root, 'shell')}`,
      ADMISSION_HYDRATION: '1',
      PACKAGES_DIR: folder,
      UPSTREAMS: upstreams,
    },
  });
  const { opsUrl, token } = gateway;
  const [kit, packedGateway] = tarballs.map((file) => `${opsUrl}/-/packages/${path.basename(file)}`);
  const env = {
    MFE_GATEWAY: opsUrl,
    MFE_TOKEN: token,
    CHROMIUM_PATH: chromium.executablePath!,
    npm_config_userconfig: writeUserConfig(opsUrl),
  };
  const digests = new Map<string, string>();
  for (const [node, tools] of Object.entries(NODES).filter(([version]) => isAsked(version, 'npm', 'pnpm'))) {
    const machine = await createMachine(path.join(folder, `node-${node}`), node, tools, env);
    for (const manager of (['npm', 'pnpm'] as const).filter((name) => isAsked(node, name)))
      digests.set(`${manager} on Node ${node}`, await walk(machine, manager, kit!, packedGateway!, next));
    if (node !== OLDEST || !isAsked(node, 'npm')) continue;
    await firstToken(machine, packedGateway!);
    await publishAcrossContracts(machine, kit!);
  }
  if (new Set(digests.values()).size !== 1)
    throw new Error(`the releases differ: ${[...digests].join(' · ')}`);
  console.log(`packages: passed, ${digests.size} builds gave the same release`);
} finally {
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Writes the npm settings of the user with the token for the packages of the gateway. @returns the file */
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

/** The packed gateway creates a token in a data folder, on the Node that npm installed with it. */
async function firstToken(machine: Machine, tarball: string): Promise<void> {
  const site = path.join(machine.folder, 'site');
  mkdirSync(site, { recursive: true });
  await machine.run(site, ['npm', 'install', tarball]);
  const program = 'node_modules/@voltframe/gateway/bin/gateway.cjs';
  // The command refuses a folder without a site; an empty database file counts as one.
  mkdirSync(path.join(site, '.data'));
  writeFileSync(path.join(site, '.data/site.db'), '');
  const token = await machine.run(site, ['node', program, 'operator-token', 'ada']);
  if (!/^vf_[\w-]+\n$/.test(token)) throw new Error(`the gateway created no token: ${token}`);
  console.log(`${machine.node} npm  the package of the gateway creates a token`);
}

/**
 * new → install → lint, types, tests → dev → build → check → preview → publish → rollback → CI → upgrade → data.
 * @param kit address of the current kit
 * @param packedGateway address of the current gateway, whose Node the first command uses on a machine with an old Node
 * @returns the digest of the release
 */
async function walk(
  machine: Machine,
  manager: 'npm' | 'pnpm',
  kit: string,
  packedGateway: string,
  next: string,
): Promise<string> {
  const repository = path.join(machine.folder, manager, APP);
  mkdirSync(repository, { recursive: true });
  const timed = async <Result>(what: string, doing: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const result = await doing();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${machine.node} ${manager.padEnd(4)} ${what.padEnd(30)} ${seconds} s`);
    return result;
  };
  const run = (command: string[], more?: Record<string, string>): Promise<string> =>
    timed(command.slice(0, 3).join(' '), () => machine.run(repository, command, more));
  const mfe = (...args: string[]): Promise<string> =>
    timed(`mfe ${args.join(' ')}`, () => machine.run(repository, ['node', MFE, ...args]));
  const page = async (): Promise<string> => (await fetch(`${gateway!.url}/${APP}`)).text();

  const create = (...packages: string[]): Promise<string> => {
    const named = packages.map((address) => `--package=${address}`);
    const once = manager === 'npm' ? ['npm', 'exec', '--yes', ...named, '--'] : ['pnpm', ...named, 'dlx'];
    return run([...once, 'mfe', 'new', APP, '--kit', kit]);
  };
  if (machine.node === TOO_OLD) {
    const said = await create(kit).catch((error: Error) => error.message);
    if (!said.includes(`Node ${TOO_OLD} is too old: install`)) throw new Error(`mfe new printed: ${said}`);
    await create(kit, packedGateway);
  } else await create(kit);
  await run([manager, 'install']);
  for (const script of ['lint', 'types', 'test']) await run([manager, 'run', script]);
  await timed('mfe dev, edits', () => develop(machine, repository, APP, chromium));
  const { digest } = JSON.parse(await mfe('build', '--json')) as { digest: string };
  await mfe('check', '--browser');
  const preview = JSON.parse(await mfe('publish', '--preview', '--json')) as { previewUrl?: string };
  if (!preview.previewUrl) throw new Error('the verdict has no address of a preview');
  await run([manager, 'run', 'test:site'], { SITE_URL: preview.previewUrl });
  await mfe('publish');
  if (!(await page()).includes('<h1')) throw new Error(`/${APP} is not live`);
  changePage(repository);
  await mfe('build');
  await mfe('publish');
  if (!(await page()).includes(CHANGE)) throw new Error(`the change of /${APP} is not live`);
  await mfe('rollback', APP);
  if ((await page()).includes(CHANGE)) throw new Error(`/${APP} is not rolled back`);
  if (machine.node === OLDEST) await runCi(machine, manager, repository);
  await timed('mfe upgrade', () => upgrade(machine, repository, LOCKFILES[manager], next));
  await mfe('build');
  await mfe('check');
  // Releases that hang go on after it for minutes, and checks come after them.
  await timed('an app with data', () => walkData(machine, repository));
  await mfe('retire', APP, '--yes');
  return digest;
}

async function walkData(machine: Machine, repository: string): Promise<void> {
  const backend = await startDataBackend();
  try {
    writeFileSync(upstreams, backend.upstreams(APP));
    await machine.run(repository, ['node', MFE, 'reload']);
    await walkWithData(machine, repository, APP, { gateway: gateway!, backend, launch: chromium });
  } finally {
    backend.close();
  }
}

/** Runs the CI of a pull request and of its merge: the file of GitHub with npm, that of GitLab with pnpm. */
async function runCi(machine: Machine, manager: 'npm' | 'pnpm', repository: string): Promise<void> {
  const made = await machine.run(repository, [
    'node',
    MFE,
    'token',
    'create',
    '--app',
    APP,
    '--can',
    'preview',
  ]);
  const [preview] = /vf_[\w-]+/.exec(made) ?? [];
  const { opsUrl, token } = gateway!;
  const settings = { MFE_GATEWAY: opsUrl, MFE_TOKEN: token, MFE_PREVIEW_TOKEN: preview! };
  const folders = cloneRepository(repository);
  if (manager === 'npm') {
    for (const event of ['opened', 'closed', 'push'] as const)
      await runGitHub(machine, folders, settings, event);
    const comment = readFileSync(path.join(folders.clone, 'gh.said'), 'utf8');
    if (!comment.includes('Preview: http')) throw new Error(`the pull request's comment is: ${comment}`);
  } else for (const branch of ['change', 'main']) await runGitLab(machine, folders, settings, branch);
  const page = await (await fetch(`${gateway!.url}/${APP}`)).text();
  if (!page.includes(CHANGE)) throw new Error(`the release of the CI with ${manager} is not live`);
}

function changePage(repository: string): void {
  const file = path.join(repository, 'src/pages/home.tsx');
  writeFileSync(file, readFileSync(file, 'utf8').replace('{data.heading}', `{data.heading} ${CHANGE}`));
}
