import path from 'node:path';
import type { Compilation, Module, ModuleGraph } from 'webpack';
import { sha256 } from '../../packaging/sha256.ts';
import { stableName } from '../stable-names.ts';
import { consumedModule } from '../compile.ts';

/** Modules that are one file: all those that the same shared libraries import, directly or not. */
export interface LibraryFile {
  /** The libraries, sorted. Those with more of them import no modules of those with fewer. */
  libraries: string[];
  /** Its name in the code that the build generates; the same in each app. */
  name: string;
  /** The modules that code outside of it, or another package in it, imports. */
  modules: LibraryModule[];
  /** Names of the platform's modules that it imports. */
  consumed: string[];
  /** Names of the files that it imports. */
  uses: string[];
}

export interface LibraryModule {
  /** Absolute, with its query. */
  resource: string;
  isEsm: boolean;
  /** The stylesheets that it imports, directly or not, in order. */
  styles: string[];
}

export interface LibraryGraph {
  /** Those that others import come first. */
  files: LibraryFile[];
  /** Library → name of its file. */
  fileOf: Record<string, string>;
  /** Library → version of its package. */
  versions: Record<string, string>;
  /** Names that no module imports. */
  unknown: string[];
}

type Resolved = Module & {
  resource?: string;
  resourceResolveData?: { descriptionFileData?: { version?: unknown } };
};

const STYLESHEET = /\.(?:css|s[ac]ss)(?:\?|$)/;
/** The kit's modules are in each file that imports them: they have no state but that of the shared scope. */
const KIT = path.resolve(import.meta.dirname, '../..') + path.sep;

/**
 * @param compilation of an app, with all modules, before its chunks are made
 * @param names the shared libraries, as modules import them
 * @param root folder of the app
 */
export function libraryGraph(
  { modules, moduleGraph }: Compilation,
  names: readonly string[],
  root: string,
): LibraryGraph {
  const roots = new Map(names.map((name) => [name, importedAs(moduleGraph, modules, name)]));
  const librariesOf = new Map<Module, Set<string>>();
  for (const [name, own] of roots)
    for (const module of reachable(moduleGraph, own))
      if (isPart(module)) librariesOf.set(module, (librariesOf.get(module) ?? new Set()).add(name));
  const keys = new Map([...librariesOf].map(([module, of]) => [module, JSON.stringify([...of].toSorted())]));
  const files = [...Map.groupBy(keys.keys(), (module) => keys.get(module)!)].map(
    ([key, own]): LibraryFile => {
      const open = own.filter((module) => isOpen(moduleGraph, module, keys, roots));
      const imported = own.flatMap((module) => [...importsOf(moduleGraph, module)]);
      const uses = new Set(imported.flatMap((module) => keys.get(module) ?? []));
      uses.delete(key);
      return {
        libraries: JSON.parse(key) as string[],
        name: nameOf(key),
        uses: [...uses].map(nameOf).toSorted(),
        modules: open
          .map((module) => libraryModule(moduleGraph, module))
          .toSorted((a, b) => (stableName(a.resource, root) < stableName(b.resource, root) ? -1 : 1)),
        consumed: [
          ...new Set(reachable(moduleGraph, own).flatMap((one) => consumedModule(one) ?? [])),
        ].toSorted(),
      };
    },
  );
  const versions = [...roots].flatMap(([name, [module]]) => {
    if (!module) return [];
    const { version } = (module as Resolved).resourceResolveData?.descriptionFileData ?? {};
    return typeof version === 'string' ? [[name, version]] : [];
  });
  const fileOf = [...roots].flatMap(([name, [module]]) =>
    module ? [[name, nameOf(keys.get(module)!)]] : [],
  );
  return {
    fileOf: Object.fromEntries(fileOf) as Record<string, string>,
    files: files.toSorted((a, b) => b.libraries.length - a.libraries.length || (a.name < b.name ? -1 : 1)),
    versions: Object.fromEntries(versions) as Record<string, string>,
    unknown: names.filter((name) => roots.get(name)!.length === 0),
  };
}

const nameOf = (key: string): string => `library.${sha256(key).slice(0, 8)}`;

/** @returns the modules that a request of this name leads to, in the order of their importers. */
function importedAs(moduleGraph: ModuleGraph, modules: Iterable<Module>, name: string): Module[] {
  const found = new Set<Module>();
  for (const module of modules)
    for (const { dependency, module: target } of moduleGraph.getOutgoingConnections(module))
      if ((dependency as { request?: string } | null)?.request === name) found.add(target);
  return [...found].filter(isPart);
}

/** A module of a package or of the team: no module of the platform, and no stylesheet, which belongs to the app. */
function isPart(module: Module): boolean {
  const { resource = '' } = module as Resolved;
  return resource !== '' && !STYLESHEET.test(resource) && !resource.startsWith(KIT);
}

/** @returns these modules and those that they import, directly or not, in the order of their evaluation. */
function reachable(moduleGraph: ModuleGraph, from: readonly Module[]): Module[] {
  const seen = new Set<Module>();
  const ordered: Module[] = [];
  const open: { module: Module; next?: Iterator<Module> }[] = [];
  const enter = (module: Module): void => {
    if (seen.has(module)) return;
    seen.add(module);
    open.push({ module });
  };
  for (const root of from) {
    enter(root);
    // Without recursion: packages import deeply.
    for (let top = open.at(-1); top; top = open.at(-1)) {
      top.next ??= importsOf(moduleGraph, top.module);
      const { done, value } = top.next.next();
      if (!done) enter(value);
      else ordered.push(open.pop()!.module);
    }
  }
  return ordered;
}

function importsOf(moduleGraph: ModuleGraph, module: Module): IteratorObject<Module> {
  const { resource = '' } = module as Resolved;
  if (STYLESHEET.test(resource)) return [].values();
  const all = [...module.dependencies, ...module.blocks.flatMap(({ dependencies }) => dependencies)];
  return all.flatMap((dependency) => moduleGraph.getModule(dependency) ?? []).values();
}

/**
 * Every module that another package imports is open, so that the file stays the same when the app imports that package
 * itself.
 */
function isOpen(
  moduleGraph: ModuleGraph,
  module: Module,
  keys: ReadonlyMap<Module, string>,
  roots: ReadonlyMap<string, Module[]>,
): boolean {
  if ([...roots.values()].some((own) => own.includes(module))) return true;
  return [...moduleGraph.getIncomingConnections(module)].some(
    ({ originModule: origin }) =>
      origin !== module &&
      (!origin || keys.get(origin) !== keys.get(module) || packageOf(origin) !== packageOf(module)),
  );
}

function packageOf(module: Module): string {
  const [folder = ''] =
    /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module.nameForCondition() ?? '') ?? [];
  return folder;
}

function libraryModule(moduleGraph: ModuleGraph, module: Module): LibraryModule {
  const resources = reachable(moduleGraph, [module]).map((one) => (one as Resolved).resource ?? '');
  return {
    resource: (module as Resolved).resource!,
    isEsm: module.buildMeta?.exportsType === 'namespace',
    styles: resources.filter((resource) => STYLESHEET.test(resource)),
  };
}
