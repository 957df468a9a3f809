import type { MfeConfig } from '../../contract/release/mfe-config.ts';
import { libraryFile } from '../../contract/release/library-file.ts';
import { mapOf, MODULES_FILE, type ModulesOfParts } from '../../contract/release/release.ts';
import { sha256 } from '../../packaging/sha256.ts';
import { resourceModule } from '../app-paths.ts';
import type { Compiled } from '../compile.ts';
import { stableMap } from './source-map.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const HASH_LENGTH = 10;

/** The files of a release during its build. */
export interface ReleaseFiles {
  /** Path in the release → body. */
  bodies: Map<string, Buffer>;
  /** Name in the code (`page.js`) → path in the release (`client/page.3f2a….js`). */
  named: Map<string, string>;
  /** Address of a file of `public/` → path in the release. */
  public?: Map<string, string>;
}

/** A file of shared libraries. */
export interface BuiltLibrary {
  /** sha-256 of its script, hex. The script contains those of the files that it uses. */
  digest: string;
  compiled: Compiled;
}

/** The script of a built library. */
export const LIBRARY_SCRIPT = 'library.js';

/** Adds a client build: each file is named after its bytes, with compressed bodies beside it. @param root of the app */
export async function addClientFiles(
  release: ReleaseFiles,
  compiled: Compiled,
  compress: boolean,
  root: string,
): Promise<void> {
  const adding = [...compiled.files].map(async ([name, body]) => {
    const path = `client/${compiled.hashed.has(name) ? name : hashedName(name, body)}`;
    release.named.set(name, path);
    addMap(release, path, compiled.maps.get(name), root);
    await addBody(release, path, body, compress);
  });
  await Promise.all(adding);
}

/**
 * Adds a file of shared libraries, named after its bytes alone, and the assets of its modules. Their stylesheets are in
 * the client build.
 * @param root of the app
 */
export async function addLibrary(
  release: ReleaseFiles,
  { digest, compiled }: BuiltLibrary,
  compress: boolean,
  root: string,
): Promise<void> {
  const path = libraryFile(digest);
  const assets = [...compiled.files].filter(([name]) => name !== LIBRARY_SCRIPT && !name.endsWith('.css'));
  await addClientFiles(release, { ...compiled, files: new Map(assets) }, compress, root);
  addMap(release, path, compiled.maps.get(LIBRARY_SCRIPT), root);
  await addBody(release, path, compiled.files.get(LIBRARY_SCRIPT)!, compress);
}

/** Adds the files of `public/`. @param files address → body */
export async function addPublicFiles(
  release: ReleaseFiles,
  files: ReadonlyMap<string, Buffer>,
  compress: boolean,
): Promise<void> {
  release.public = new Map();
  for (const [address, body] of files) {
    const name = address.slice(address.lastIndexOf('/') + 1);
    const path = `client/${hashedName(name, body)}`;
    release.public.set(address, path);
    await addBody(release, path, body, compress);
  }
}

async function addBody(
  { bodies }: ReleaseFiles,
  path: string,
  body: Buffer,
  compress: boolean,
): Promise<void> {
  bodies.set(path, body);
  if (!compress) return;
  for (const [suffix, small] of await precompress(path, body)) bodies.set(path + suffix, small);
}

/** @param map of the file at `path`. @param root of the app */
export function addMap({ bodies }: ReleaseFiles, path: string, map: Buffer | undefined, root: string): void {
  if (map) bodies.set(mapOf(path), stableMap(map, root));
}

/**
 * Records the source in which each route, island and resource begins to run: its loader, if any. An endless loader
 * leaves no stack with this information.
 * @param importers package → the source that imports it
 */
export function addModules(
  { bodies }: ReleaseFiles,
  { routes, islands = {}, resources = {} }: MfeConfig,
  importers: ReadonlyMap<string, string> = new Map(),
): void {
  const parts: [part: string, module: string][] = [
    ...routes.map(({ id, page, server }): [string, string] => [`route ${id}`, server ?? page]),
    ...Object.entries(islands).map(([name, { component, server }]): [string, string] => [
      `island ${name}`,
      server ?? component,
    ]),
    ...Object.entries(resources).map(([path, resource]): [string, string] => [
      `resource ${path}`,
      resourceModule(resource),
    ]),
  ];
  const own = parts.flatMap(([part, module]) =>
    module.startsWith('./') ? [[part, module.slice('./'.length)]] : [],
  );
  const imported = [...importers].map(([name, source]) => [`package ${name}`, source]).toSorted();
  const modules = Object.fromEntries([...own, ...imported]) as ModulesOfParts;
  bodies.set(MODULES_FILE, Buffer.from(JSON.stringify(modules)));
}

/** @returns `page.3f2a….js`: the name with a digest of the body. */
export function hashedName(name: string, body: Buffer): string {
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}.${sha256(body).slice(0, HASH_LENGTH)}${name.slice(dot)}`;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml)$/;
/** Below this many bytes compression saves less than its header costs. */
const SMALLEST = 256;

/**
 * Compresses a file of a release at the highest level, once, so that no request has to.
 * @returns the compressed bodies by suffix; empty when compression saves nothing
 */
export async function precompress(file: string, body: Buffer): Promise<Map<'.br' | '.gz', Buffer>> {
  if (!COMPRESSIBLE.test(file) || body.length < SMALLEST) return new Map();
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, gz] = await Promise.all([brotli(body, { params }), zip(body, { level: 9 })]);
  return new Map([
    ['.br', br],
    ['.gz', gz],
  ]);
}
