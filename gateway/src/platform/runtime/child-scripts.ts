import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MB } from '@voltframe/kit/contract/units';

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
 * @param entries URLs of modules: `new URL('./render-child.ts', import.meta.url)`. Their relative imports and those of
 *   the kit come along; no two have the same name.
 * @param libraries packages that they import.
 * @throws when a library is not installed.
 */
export type PrepareScripts = (entries: readonly URL[], libraries?: readonly string[]) => ChildScripts;

/** Of the digest of the scripts, in the name of their folder. */
const VERSION_LENGTH = 12;
/** As this file: JavaScript in the package. */
const SUFFIX = path.extname(import.meta.filename);
/** Relative imports that exist at run time, and those of the kit; in the package, the latter are relative, too. */
const IMPORTS = /^import (?!type\b)[^;'"]*?\bfrom '(\.[^']+|@voltframe\/kit\/[^']+)'/gm;
const { resolve } = createRequire(import.meta.url);

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
    const missing = [...sources].filter(([file]) => !isWritten(path.join(folder, nameOf(file))));
    const codes = codesOf(missing.map(([, source]) => source));
    missing.forEach(([file], index) => writeScript(path.join(folder, nameOf(file)), codes[index]!, found));
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
    for (const [, specifier = ''] of text.matchAll(IMPORTS))
      read(specifier.startsWith('.') ? path.resolve(path.dirname(file), specifier) : resolve(specifier));
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

/** @returns the last line of a script, which an incomplete file lacks. */
const endOf = (target: string): string => `\n// ${path.basename(path.dirname(target))}\n`;

const isWritten = (target: string): boolean =>
  existsSync(target) && readFileSync(target, 'utf8').endsWith(endOf(target));

/** Writes a script that imports the other scripts from its own folder. */
function writeScript(target: string, code: string, libraries: readonly Library[]): void {
  const beside = code
    .replaceAll(/ from '\.[./\w-]*\/([\w-]+)\.[jt]s'/g, ` from './$1.mjs'`)
    .replaceAll(/ from '@voltframe\/kit\/[/\w-]*\/([\w-]+)'/g, ` from './$1.mjs'`);
  // The folder has no `node_modules`, so packages cannot be resolved from it.
  const whole = libraries.reduce(
    (text, { name, entry }) => text.replaceAll(` from '${name}'`, ` from '${pathToFileURL(entry).href}'`),
    beside,
  );
  const temporary = `${target}.${randomUUID()}`;
  writeFileSync(temporary, whole + endOf(target));
  renameSync(temporary, target);
}

/** Source → JavaScript, for all gateways of a process: tests start many. */
const known = new Map<string, string>();

/** @returns the sources as JavaScript. */
function codesOf(sources: readonly string[]): string[] {
  if (SUFFIX !== '.ts') return [...sources];
  const unknown = sources.filter((source) => !known.has(source));
  const stripped = unknown.length > 0 ? withoutTypes(unknown) : [];
  unknown.forEach((source, index) => known.set(source, stripped[index]!));
  return sources.map((source) => known.get(source)!);
}

/** Reads JSON of sources, writes JSON of their JavaScript. */
const STRIP = `const sources = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(sources.map((source) => require('node:module').stripTypeScriptTypes(source))));`;
const MOST_CODE_BYTES = 16 * MB;

/** Strips types in a process of its own: the compiler keeps 20 MB of the process that has loaded it. */
function withoutTypes(sources: readonly string[]): string[] {
  const output = execFileSync(process.execPath, ['--no-warnings', '--eval', STRIP], {
    input: JSON.stringify(sources),
    env: {},
    maxBuffer: MOST_CODE_BYTES,
    encoding: 'utf8',
  });
  return JSON.parse(output) as string[];
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
