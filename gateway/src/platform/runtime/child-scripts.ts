import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Scripts of a sandboxed process as plain JavaScript, in a folder of their own. */
export interface ChildScripts {
  /** The folder of the scripts. */
  folder: string;
  /** The folders that the process has to read. It may read no other file of the gateway. */
  readable: string[];
  /** Absolute paths of the entries, in their order. */
  paths: string[];
}

/**
 * @param entries URLs of modules: `new URL('./render-child.ts', import.meta.url)`. Their relative imports come along.
 * @param libraries packages that they import.
 * @throws when a library is not installed.
 */
export type PrepareScripts = (entries: readonly URL[], libraries?: readonly string[]) => ChildScripts;

/** Of the digest of the scripts, in the name of their folder. */
const VERSION_LENGTH = 12;
/** As this file: JavaScript in the package. */
const SUFFIX = path.extname(import.meta.filename);
/** Relative imports that exist at run time. */
const IMPORTS = /^import (?!type\b)[^;'"]*?\bfrom '(\.[^']+)'/gm;

/**
 * @param dataDir the gateway's data folder.
 * @returns strips the types from scripts, once for each version. A process that strips types itself holds a compiler, a
 * third of its memory; and a restarted gateway would load the compiler again.
 */
export function createChildScripts(dataDir: string): PrepareScripts {
  return (entries, libraries = []) => {
    const files = entries.map((entry) => fileURLToPath(entry).replace(/\.ts$/, SUFFIX));
    const sources = withImports(files);
    const found = libraries.map(findLibrary);
    const folder = path.resolve(dataDir, 'render-scripts', versionOf([...sources.values()], found));
    mkdirSync(folder, { recursive: true });
    for (const [file, source] of sources) writeScript(path.join(folder, nameOf(file)), source, found);
    return {
      folder,
      readable: [folder, ...found.flatMap((library) => library.folders)],
      paths: files.map((file) => path.join(folder, nameOf(file))),
    };
  };
}

/** @returns path → text of these files, and of all that they import. */
function withImports(files: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>();
  const read = (file: string): void => {
    if (sources.has(file)) return;
    const text = readFileSync(file, 'utf8');
    sources.set(file, text);
    for (const [, specifier] of text.matchAll(IMPORTS)) read(path.resolve(path.dirname(file), specifier!));
  };
  for (const file of files) read(file);
  return sources;
}

/** A folder for each version, because gateways of two versions share the data folder during an update. */
function versionOf(sources: readonly string[], libraries: readonly Library[]): string {
  const hash = createHash('sha256').update([...libraries.map(({ entry }) => entry), ...sources].join('\0'));
  return hash.digest('hex').slice(0, VERSION_LENGTH);
}

const nameOf = (file: string): string => `${path.parse(file).name}.mjs`;

/** Writes a script, unless it is there. */
function writeScript(target: string, source: string, libraries: readonly Library[]): void {
  // The last line, which an incomplete file lacks.
  const end = `\n// ${path.basename(path.dirname(target))}\n`;
  if (existsSync(target) && readFileSync(target, 'utf8').endsWith(end)) return;
  const temporary = `${target}.${randomUUID()}`;
  writeFileSync(temporary, codeOf(source, libraries) + end);
  renameSync(temporary, target);
}

/** The code of each source, shared by all gateways of a process: tests start many. */
const codes = new Map<string, string>();

/** @returns a script as JavaScript that imports the other scripts from its own folder. */
function codeOf(source: string, libraries: readonly Library[]): string {
  const known = codes.get(source);
  if (known !== undefined) return known;
  const plain = SUFFIX === '.ts' ? withoutTypes(source) : source;
  const beside = plain.replaceAll(/ from '\.[./\w-]*\/([\w-]+)\.[jt]s'/g, ` from './$1.mjs'`);
  // The folder has no `node_modules`, so packages cannot be resolved from it.
  const code = libraries.reduce(
    (text, { name, entry }) => text.replaceAll(` from '${name}'`, ` from '${pathToFileURL(entry).href}'`),
    beside,
  );
  codes.set(source, code);
  return code;
}

/** Node marks the module as experimental; the warning does not help operators. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

interface Library {
  name: string;
  /** Its module. */
  entry: string;
  /** The folders that a process which uses it has to read. */
  folders: string[];
}

/** @throws when it is not installed. */
function findLibrary(name: string): Library {
  const folder = realpathSync(path.dirname(findPackageJSON(name, import.meta.url)!));
  const { main, dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    main: string;
    dependencies?: Record<string, string>;
  };
  // The packages lie in the same `node_modules`, in every layout of a package manager.
  const beside = path.dirname(folder);
  const needed = Object.keys(dependencies).filter((other) => !other.startsWith('@types/'));
  const places = needed.map((other) => path.join(beside, other));
  return {
    name,
    entry: path.join(folder, main),
    folders: [...new Set([folder, ...places, ...places.map((place) => realpathSync(place))])],
  };
}
