import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { SHARED_MODULES } from '../../kit/src/build/federation/shared-scope.ts';
import { kitIcons } from '../../kit/src/build/icon-data.ts';
import { ERRORS, PAGES } from '../../kit/src/cli/commands/docs.ts';
import { root } from '../apps.ts';
import { compilePackage } from './compile-package.ts';
import { nameWorkspaceFiles } from './name-workspace-files.ts';
import { packDocuments } from './pack-documents.ts';
import { filesOf, packFiles } from './pack-files.ts';
import { type Manifest, packageManifest } from './package-manifest.ts';
import { writeVersion } from './write-version.ts';

const OUTPUT = path.join(root, 'dist', 'packages');

/**
 * Packs the kit for other repositories, and writes its documents for the operations port.
 * @param output folder of the tarball and of the unpacked package
 * @returns the path of the tarball
 * @throws Error when a tarball of the version with other contents exists
 */
export async function packKit(output = OUTPUT): Promise<string> {
  const folder = path.join(output, 'kit');
  await compilePackage('kit', folder);
  writeFileSync(path.join(folder, 'dist/react/icons/kit-icon.d.ts'), iconType());
  for (const file of [...Object.values(PAGES).map((page) => page.file), ERRORS])
    copyPage(file, path.join(folder, file));
  await packDocuments(path.join(output, 'docs', readManifest('kit').version));
  const catalog = readCatalog();
  nameVersions(path.join(folder, 'templates/repository/package.json.template'), catalog);
  const surroundings = { catalog, peers: sharedPackages(), peersOf };
  return writeTarball(folder, packageManifest(readManifest('kit'), codeOf(folder), surroundings));
}

/**
 * Packs the gateway, with the enquiries and the modules of the kit that it uses.
 * Parameter, result and errors as of `packKit`.
 */
export async function packGateway(output = OUTPUT): Promise<string> {
  const folder = path.join(output, 'gateway');
  await compilePackage('gateway', folder, 'dist/gateway/src');
  nameWorkspaceFiles(folder);
  bringNode(folder);
  const gateway = readManifest('gateway');
  const parts = ['kit', 'enquiries', 'gateway'].map((part) => readManifest(part).dependencies ?? {});
  const all = Object.entries(Object.assign({}, ...parts) as Record<string, string>);
  const dependencies = Object.fromEntries(all.filter(([name]) => !name.startsWith('@voltframe/')));
  const declared = { ...gateway, dependencies, devDependencies: {} };
  const surroundings = { catalog: readCatalog(), peers: new Set<string>(), peersOf };
  const manifest = packageManifest(declared, codeOf(folder), surroundings);
  const { optionalDependencies = {} } = readManifest('tools/node');
  return writeTarball(folder, { ...manifest, optionalDependencies });
}

/** The type with the names of icons, for editors and tsc: the package contains it, not each repository. */
function iconType(): string {
  const lines = [...kitIcons()].map(
    ([prefix, names]) => `  | \`${prefix}:\${${names.map((name) => `'${name}'`).join(' | ')}}\``,
  );
  return `export type KitIcon =\n${lines.join('\n')};\n`;
}

function copyPage(file: string, target: string): void {
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(path.join(root, file), target);
}

/** The program of the gateway finds its Node with a file of the kit. */
function bringNode(folder: string): void {
  copyFileSync(path.join(root, 'kit/bin/node.cjs'), path.join(folder, 'bin/node.cjs'));
  const program = path.join(folder, 'bin/gateway.cjs');
  const text = readFileSync(program, 'utf8');
  writeFileSync(program, text.replace('@voltframe/kit/bin/node.cjs', './node.cjs'));
}

async function writeTarball(folder: string, manifest: Manifest): Promise<string> {
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const programs = Object.values(manifest['bin'] as Record<string, string>);
  const tarball = await packFiles(
    folder,
    programs.map((file) => path.posix.normalize(file)),
  );
  const name = manifest.name.replace('@', '').replace('/', '-');
  const file = path.join(path.dirname(folder), `${name}-${manifest.version}.tgz`);
  writeVersion(file, tarball, `${path.basename(folder)}/package.json`);
  return file;
}

function peersOf(name: string): string[] {
  for (const part of ['kit', 'enquiries', 'gateway']) {
    try {
      return Object.keys(readManifest(`${part}/node_modules/${name}`).peerDependencies ?? {});
    } catch {
      // This part does not depend on the package.
    }
  }
  return [];
}

/** A new repository starts with the versions that the kit was tested with. */
function nameVersions(file: string, catalog: Record<string, string>): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/"([^"]+)": "catalog:"/g, (_, name: string) => `"${name}": "${catalog[name]}"`),
  );
}

/** The packages of the shared scope: two copies of one of them would break hooks. */
function sharedPackages(): Set<string> {
  return new Set(SHARED_MODULES.filter((name) => !name.startsWith('@')).map((name) => name.split('/')[0]!));
}

function codeOf(folder: string): Map<string, string> {
  const names = filesOf(folder).filter((name) => /^dist\/.+\.(c?js|d\.ts)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

function readCatalog(): Record<string, string> {
  const workspace = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  return (parse(workspace) as { catalog: Record<string, string> }).catalog;
}

if (import.meta.main) {
  mkdirSync(OUTPUT, { recursive: true });
  try {
    for (const pack of [packKit, packGateway]) console.log(path.relative(process.cwd(), await pack()));
  } catch (error) {
    console.error(`pack: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
