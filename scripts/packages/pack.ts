import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { SHARED_MODULES } from '../../kit/src/build/federation/shared-scope.ts';
import { root } from '../apps.ts';
import { compilePackage } from './compile-package.ts';
import { filesOf, packFiles } from './pack-files.ts';
import { type Manifest, packageManifest } from './package-manifest.ts';

const OUTPUT = path.join(root, 'dist', 'packages');

/**
 * Packs the kit as others install it.
 * @param output folder for the tarball, and beside it what is in it
 * @returns the tarball's file
 */
export async function packKit(output = OUTPUT): Promise<string> {
  const folder = path.join(output, 'kit');
  await compilePackage('kit', folder);
  const catalog = readCatalog();
  nameVersions(path.join(folder, 'templates/repository/package.json.template'), catalog);
  const manifest = packageManifest(readManifest('kit'), codeOf(folder), { catalog, peers: peers(), peersOf });
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const programs = Object.values(manifest['bin'] as Record<string, string>).map((file) =>
    path.posix.normalize(file),
  );
  const tarball = path.join(output, `voltframe-kit-${manifest.version}.tgz`);
  writeFileSync(tarball, await packFiles(folder, programs));
  return tarball;
}

function peersOf(name: string): string[] {
  return Object.keys(readManifest(`kit/node_modules/${name}`).peerDependencies ?? {});
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
function peers(): Set<string> {
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
  console.log(path.relative(process.cwd(), await packKit()));
}
