import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { PackageList } from '../../contract/operations/operations.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type CommandContext, type DeclareCommand, createCommand, printed } from '../command.ts';
import { connect } from '../gateway/operations-client.ts';
import type { Manifest } from './new.ts';

const KIT = '@voltframe/kit';
/** Both packages have the same version, because they are published together. */
const PACKAGES = { [KIT]: 'voltframe-kit-', '@voltframe/gateway': 'voltframe-gateway-' };
/** At the end of `1.4.0`, and of an address of a package. */
const VERSION = /\d+\.\d+\.\d+(?:-[\w.]+?)?(?=(\.tgz)?$)/;
/** Largest file of a package that is read, in bytes. */
const MAX_FILE_BYTES = 4_000_000;

/** Files that an installation changes, besides `node_modules`. */
const INSTALLED = ['package.json', 'package-lock.json', 'pnpm-lock.yaml'];

/** Declares `mfe upgrade`. */
export const upgradeCommand: DeclareCommand = (run) =>
  createCommand('upgrade', {
    description: `Updates kit and gateway in the package.json of a repository to the newest version that the gateway provides, with the
matching versions of React and other shared packages. Installs them with npm or pnpm and prints the changes between
the versions. If the installation fails, the command restores package.json.`,
    examples: ['mfe upgrade'],
  }).action(printed(run, () => upgrade(run)));

async function upgrade(context: CommandContext) {
  const before = INSTALLED.map((name) => {
    const file = path.join(context.cwd, name);
    return { file, text: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
  });
  const { file, text } = before[0]!;
  const used = text && declaredVersion(JSON.parse(text) as Manifest);
  if (!text || !used) throw new InvalidArgumentError(`package.json here names no package ${KIT}`);
  const client = connect(context);
  const { packages } = await client.call<PackageList>('packages');
  const newest = newestKit(packages);
  if (newest === undefined) throw cliErrors.UPGRADE_NONE({ gateway: client.gateway });
  if (compare(newest, used) <= 0)
    return {
      answer: { from: used, to: used, changes: '' },
      text: () => `the gateway has ${KIT} ${newest}, not newer than ${used}; nothing was changed`,
    };
  const tarball = await client.bytes('package', { file: `${PACKAGES[KIT]}${newest}.tgz` });
  const fileOfKit = (name: string): string => fileOf(tarball, name, newest);
  // Everything is read before the first change.
  const changes = changesBetween(fileOfKit('CHANGELOG.md'), used, newest);
  const { peerDependencies = {} } = JSON.parse(fileOfKit('package.json')) as {
    peerDependencies?: Record<string, string>;
  };
  writeFileSync(file, moved(text, newest, peerDependencies));
  const failure = await install(context);
  if (failure !== undefined) {
    for (const one of before)
      if (one.text === undefined) rmSync(one.file, { force: true });
      else writeFileSync(one.file, one.text);
    throw cliErrors.UPGRADE_FAILED({ version: newest, reason: failure });
  }
  return {
    answer: { from: used, to: newest, changes },
    text: () => [`kit and gateway: ${used} → ${newest}`, '', changes].join('\n').trimEnd(),
  };
}

/**
 * @returns the version of the kit in a manifest: of `1.4.0`, and of an address that ends with `voltframe-kit-1.4.0.tgz`
 */
function declaredVersion({ dependencies, devDependencies }: Manifest): string | undefined {
  return VERSION.exec({ ...devDependencies, ...dependencies }[KIT] ?? '')?.[0];
}

/** @returns the newest version that both packages have; undefined for none */
function newestKit(files: readonly string[]): string | undefined {
  const versions = Object.values(PACKAGES).map((name) =>
    files.flatMap((file) => (file.startsWith(name) ? [file.slice(name.length, -'.tgz'.length)] : [])),
  );
  return versions[0]!
    .filter((version) => versions[1]!.includes(version))
    .toSorted(compare)
    .at(-1);
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** @returns the text of package.json with both packages in the new version, and what the kit shares with its apps. */
function moved(text: string, version: string, peers: Record<string, string>): string {
  const manifest = JSON.parse(text) as Manifest;
  for (const group of [manifest.dependencies, manifest.devDependencies])
    for (const [name, spec] of Object.entries(group ?? {})) {
      if (Object.hasOwn(PACKAGES, name)) group![name] = spec.replace(VERSION, version);
      else if (Object.hasOwn(peers, name)) group![name] = peers[name]!;
    }
  const [, indent = '  '] = /^\{\n([ \t]+)/.exec(text) ?? [];
  return `${JSON.stringify(manifest, null, indent)}\n`;
}

/** Installs with the manager of the lock file. @returns undefined on success, otherwise the reason */
async function install({ cwd, env, tell, signal }: CommandContext): Promise<string | undefined> {
  const manager = existsSync(path.join(cwd, 'pnpm-lock.yaml')) ? 'pnpm' : 'npm';
  const args = manager === 'pnpm' ? ['install', '--no-frozen-lockfile'] : ['install'];
  const child = spawn(manager, args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', tell);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? undefined : `${manager} ${args.join(' ')} ended with ${code ?? 'a signal'}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** @returns a file of a package as npm packs it. */
function fileOf(tarball: Buffer, file: string, version: string): string {
  const args = ['-xzOf', '-', `package/${file}`];
  const { status, stdout } = spawnSync('tar', args, { input: tarball, maxBuffer: MAX_FILE_BYTES });
  if (status !== 0)
    throw cliErrors.UPGRADE_FAILED({ version, reason: `tar finds no ${file} in the package` });
  return stdout.toString('utf8');
}

/** @returns the sections of the changelog after one version, up to another. */
function changesBetween(changelog: string, from: string, to: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((section) => {
    const [, version] = /^## (\d+\.\d+\.\d+\S*?),?\s/.exec(section) ?? [];
    return version !== undefined && compare(version, from) > 0 && compare(version, to) <= 0;
  });
  return sections.join('').trimEnd();
}
