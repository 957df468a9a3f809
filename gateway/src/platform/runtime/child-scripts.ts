import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The scripts of sandboxed processes as plain JavaScript, in their own folder. A sandboxed process may read no other
 * file of the gateway.
 */
export interface ChildScripts {
  folder: string;
  /** The folders that a process which hydrates has to read. */
  readable: string[];
  /** Absolute path of a script. */
  pathOf(name: 'render-child' | 'hydrate-child' | 'library-modules'): string;
}

/** Of the digest of the scripts, in the name of their folder. */
const VERSION_LENGTH = 12;
const DOM_LIBRARY = 'happy-dom';
const SOURCES = path.join(import.meta.dirname, '../..');
/** As this file: JavaScript in the package. */
const SUFFIX = path.extname(import.meta.filename);
const SCRIPTS = [
  'serving/render/sandbox',
  'serving/render/call-limits',
  'serving/render/open-questions',
  'serving/render/render-child',
  ...[
    'browser-window',
    'first-difference',
    'hydrate-child',
    'library-modules',
    'page-modules',
    'virtual-time',
  ].map((name) => `releasing/admission/hydration/child/${name}`),
];

/**
 * Strips the types from the scripts, once for each version. A process that strips types itself holds a compiler, a
 * third of its memory; and a restarted gateway would load the compiler again.
 * @param dataDir the gateway's data folder.
 * @throws when the library that documents are hydrated with is not installed.
 */
export function writeChildScripts(dataDir: string): ChildScripts {
  const library = findDomLibrary();
  const scripts = SCRIPTS.map((script) => ({
    name: `${path.basename(script)}.mjs`,
    source: readFileSync(path.join(SOURCES, script + SUFFIX), 'utf8'),
  }));
  // A folder for each version, because gateways of two versions share the data folder during an update.
  const version = createHash('sha256').update(
    [library.entry, ...scripts.map(({ source }) => source)].join('\0'),
  );
  const digest = version.digest('hex').slice(0, VERSION_LENGTH);
  const folder = path.resolve(dataDir, 'render-scripts', digest);
  mkdirSync(folder, { recursive: true });
  // The last line, which an incomplete file lacks.
  const end = `\n// ${digest}\n`;
  for (const { name, source } of scripts) {
    const file = path.join(folder, name);
    if (existsSync(file) && readFileSync(file, 'utf8').endsWith(end)) continue;
    const temporary = `${file}.${randomUUID()}`;
    writeFileSync(temporary, codeOf(source, library.entry) + end);
    renameSync(temporary, file);
  }
  const readable = [folder, ...library.folders];
  return { folder, readable, pathOf: (name) => path.join(folder, `${name}.mjs`) };
}

/** The code of each source, shared by all gateways of a process: tests start many. */
const codes = new Map<string, string>();

/** @returns a script as JavaScript that imports the other scripts from its own folder. */
function codeOf(source: string, libraryEntry: string): string {
  const known = codes.get(source);
  if (known !== undefined) return known;
  const code = (SUFFIX === '.ts' ? withoutTypes(source) : source)
    .replaceAll(/ from '\.[./\w-]*\/([\w-]+)\.[jt]s'/g, ` from './$1.mjs'`)
    // The folder has no `node_modules`, so packages cannot be resolved from it.
    .replaceAll(` from '${DOM_LIBRARY}'`, ` from '${pathToFileURL(libraryEntry).href}'`);
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

/**
 * Finds the library that documents are hydrated with.
 * @returns its entry, and the folders that a process which uses it has to read. @throws when it is not installed.
 */
function findDomLibrary(): { entry: string; folders: string[] } {
  const file = findPackageJSON(DOM_LIBRARY, import.meta.url);
  if (!file) throw new Error(`${DOM_LIBRARY} is not installed`);
  const folder = realpathSync(path.dirname(file));
  const { main, dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    main: string;
    dependencies: Record<string, string>;
  };
  // The packages lie in the same `node_modules`, in every layout of a package manager.
  const beside = path.dirname(folder);
  const needed = Object.keys(dependencies).filter((name) => !name.startsWith('@types/'));
  const places = needed.map((name) => path.join(beside, name));
  return {
    entry: path.join(folder, main),
    folders: [...new Set([folder, ...places, ...places.map((place) => realpathSync(place))])],
  };
}
