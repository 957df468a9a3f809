import path from 'node:path';
import type { ChunkGraph, Compiler, Module } from 'webpack';
import { sha256 } from '../packaging/sha256.ts';

const NAME = 'StableNames';
const KIT = withSlashes(path.resolve(import.meta.dirname, '../..'));
const SHORTEST_ID = 4;
/** `/srv/app/node_modules/.pnpm/zod@4.6.7/node_modules/`, `./node_modules/`: up to the name of the package. */
const BEFORE_PACKAGE = /(?:\.|[A-Za-z]:)?(?:\/[^"|!=]*)?\/node_modules\//g;

/**
 * Names the inputs of a build independent of their location.
 * @param text a path, or a text of webpack's with paths in it
 * @param root folder of the app
 * @returns `./src/home.tsx` of the app, `@voltframe/kit/src/react/link.tsx`, `zod/index.js` of a package
 */
export function stableName(text: string, root: string): string {
  const places: [folder: string, name: string][] = [
    [withSlashes(root), '.'],
    [KIT, '@voltframe/kit'],
  ];
  // One folder may contain the other: the kit in an app's node_modules, an app of the kit's tests in the kit.
  return places
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((named, [folder, name]) => named.replaceAll(`${folder}/`, `${name}/`), withSlashes(text))
    .replace(BEFORE_PACKAGE, '')
    .replace(/\.federation\/entry\.[0-9a-f]+\.js/, 'federation-entry'); // a digest of an absolute path
}

/**
 * Gives modules ids, an order and names that are the same in any folder, with the node_modules of npm, pnpm or yarn:
 * the same sources give the same release. Webpack's own depend on paths relative to the app, those of its loaders
 * included.
 * @param root folder of the app
 */
export function stableNames(root: string) {
  // The suffix of a concatenated module is a digest of absolute paths.
  const identity = (module: Module): string =>
    stableName(module.identifier(), root).replace(/\|[0-9a-f]{32}$/, '');
  return function StableNames(compiler: Compiler): void {
    // Comments of an unminified file contain module names, and so do the names of clashing variables.
    compiler.requestShortener.contextify = (text) => stableName(text, root);
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.moduleIds.tap(NAME, (modules) => {
        giveIds(compilation.chunkGraph, modules, identity);
        keepOrder(compilation.chunkGraph, identity);
      });
    });
  };
}

function giveIds(
  chunkGraph: ChunkGraph,
  modules: Iterable<Module>,
  identity: (module: Module) => string,
): void {
  const used = new Set<string>();
  const named = [...modules]
    .filter((module) => module.needId && chunkGraph.getModuleId(module) === null)
    .map((module) => ({ module, hash: sha256(identity(module)) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  for (const { module, hash } of named) {
    const id = freeId(hash, used);
    used.add(id);
    chunkGraph.setModuleId(module, id);
  }
}

/** @returns the shortest start of a hash that is not used; a number after it for another module of the same name. */
function freeId(hash: string, used: ReadonlySet<string>): string {
  for (let length = SHORTEST_ID; length <= hash.length; length++)
    if (!used.has(hash.slice(0, length))) return hash.slice(0, length);
  for (let number = 2; ; number++) if (!used.has(`${hash}-${number}`)) return `${hash}-${number}`;
}

/** The modules of a script are sorted by name, so that related modules compress together. */
function keepOrder(chunkGraph: ChunkGraph, identity: (module: Module) => string): void {
  const ordered = chunkGraph.getOrderedChunkModulesIterableBySourceType.bind(chunkGraph);
  const sortKey = (module: Module): string => {
    const name = identity(module);
    return `${name.slice(name.lastIndexOf('!') + 1)} ${name}`;
  };
  const byName = (a: Module, b: Module): -1 | 0 | 1 => compare(sortKey(a), sortKey(b));
  chunkGraph.getOrderedChunkModulesIterableBySourceType = (chunk, type, comparator) =>
    ordered(chunk, type, type === 'javascript' ? byName : comparator);
}

function compare(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function withSlashes(text: string): string {
  return text.replaceAll('\\', '/');
}
