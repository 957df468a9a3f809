import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The scripts of closed processes as plain JavaScript, in a folder of their own: all of ours that such a process may
 * read.
 */
export interface ChildScripts {
  folder: string;
  /** The folders that a process which hydrates has to read. */
  readable: string[];
  /** Absolute path of a script. */
  pathOf(name: 'render-child' | 'hydrate-child' | 'library-modules'): string;
}

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
    'probe-scope',
    'virtual-time',
  ].map((name) => `releasing/admission/hydration/child/${name}`),
];

/**
 * Takes the types out of the scripts once, at the gateway's start: a process that does so itself holds a compiler in
 * its memory, a third of what it needs.
 * @param dataDir the gateway's data folder.
 * @throws when the library that documents are hydrated with is not installed.
 */
export function writeChildScripts(dataDir: string): ChildScripts {
  const library = findDomLibrary();
  const folder = path.resolve(dataDir, 'render-scripts');
  mkdirSync(folder, { recursive: true });
  for (const script of SCRIPTS) {
    const file = path.join(folder, `${path.basename(script)}.mjs`);
    const code = codeOf(script, library.entry);
    // On a full disk the script of the run before stays whole.
    if (!existsSync(file) || readFileSync(file, 'utf8') !== code) writeFileSync(file, code);
  }
  const readable = [folder, ...library.folders];
  return { folder, readable, pathOf: (name) => path.join(folder, `${name}.mjs`) };
}

/** The code of each script: it is the same for all gateways of a process, of which tests start many. */
const codes = new Map<string, string>();

/** @returns a script as JavaScript that imports the other scripts from its own folder. */
function codeOf(script: string, libraryEntry: string): string {
  const known = codes.get(script);
  if (known !== undefined) return known;
  const source = readFileSync(path.join(SOURCES, script + SUFFIX), 'utf8');
  const code = (SUFFIX === '.ts' ? withoutTypes(source) : source)
    .replaceAll(/ from '\.[./\w-]*\/([\w-]+)\.[jt]s'/g, ` from './$1.mjs'`)
    // No package is found from the folder.
    .replaceAll(` from '${DOM_LIBRARY}'`, ` from '${pathToFileURL(libraryEntry).href}'`);
  codes.set(script, code);
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
  // Side by side, in whichever layout a package manager has them.
  const beside = path.dirname(folder);
  const needed = Object.keys(dependencies).filter((name) => !name.startsWith('@types/'));
  const places = needed.map((name) => path.join(beside, name));
  return {
    entry: path.join(folder, main),
    folders: [...new Set([folder, ...places, ...places.map((place) => realpathSync(place))])],
  };
}
