import path from 'node:path';
import webpack, {
  type Compilation,
  type Compiler,
  type Configuration,
  type Module,
  type Stats,
} from 'webpack';
import { buildErrors } from '../errors/build-errors.ts';
import type { App } from './app-paths.ts';
import { sourceLine } from './source-line.ts';
import { librariesOf } from './federation/chunk-libraries.ts';

/** The result of a webpack build, in memory, because no file is written before the release is complete. */
export interface Compiled {
  /** File name → body. */
  files: Map<string, Buffer>;
  /** File name → its source map, as webpack wrote it. */
  maps: Map<string, Buffer>;
  /** Files whose name already contains a hash of their bytes. */
  hashed: Set<string>;
  /** Chunk group (entry or expose) → its initial files. */
  groups: Map<string, string[]>;
  /** Chunk group → the stylesheets of all its chunks, also of later ones. */
  lateCss: Map<string, string[]>;
  /** Chunk group → digests of the shared libraries that its initial chunks import. */
  libraries: Map<string, string[]>;
  /** Package → the source of the app through which it came into the build, relative to the app. */
  importers: Map<string, string>;
  /** Its largest modules, with their bytes. */
  largest: string[];
  /** Shared modules that it imports. */
  consumed: Set<string>;
}

/** @returns a compiler that emits nothing. */
export function createCompiler(config: Configuration): Compiler {
  const compiler = webpack(config);
  compiler.hooks.shouldEmit.tap('release', () => false);
  return compiler;
}

/** Runs a compiler once. @throws BUILD_COMPILE_FAILED */
export async function compileOnce(app: App, config: Configuration): Promise<Compiled> {
  const compiler = createCompiler(config);
  try {
    const stats = await new Promise<Stats>((done, fail) => {
      compiler.run((error, result) => (error ? fail(error) : done(result!)));
    });
    return collect(app, stats);
  } finally {
    await new Promise((done) => compiler.close(done));
  }
}

/** Reads the files and chunk groups of a finished build. @throws BUILD_COMPILE_FAILED */
export function collect(app: App, stats: Stats): Compiled {
  const { compilation } = stats;
  if (stats.hasErrors()) {
    for (const error of compilation.errors) setSourceLine(error);
    const reason = stats.toString({ all: false, errors: true, moduleTrace: true, colors: false });
    const side = compilation.name?.split(':').at(-1) ?? '';
    throw buildErrors.COMPILE_FAILED({ app: app.config.name, side, reason: readableReport(reason) });
  }
  const files = new Map<string, Buffer>();
  const maps = new Map<string, Buffer>();
  const hashed = new Set<string>();
  for (const { name, source, info } of compilation.getAssets()) {
    if (name.endsWith('.map')) {
      maps.set(name.slice(0, -'.map'.length), source.buffer());
      continue;
    }
    files.set(name, source.buffer());
    if (info.contenthash) hashed.add(name);
  }
  const importers = packageImporters(compilation, app.paths.root);
  const consumed = new Set([...compilation.modules].flatMap((module) => consumedModule(module) ?? []));
  const largest = largestModules(compilation, app.paths.root);
  return { files, maps, hashed, importers, consumed, largest, ...chunkGroups(compilation) };
}

/** @returns the largest modules with their bytes, those of packages by the package */
function largestModules({ modules }: Compilation, root: string): string[] {
  const sizes = new Map<string, number>();
  for (const module of [...modules].flatMap((one) => (partsOf(one).length > 0 ? partsOf(one) : [one]))) {
    const file = module.nameForCondition();
    if (file) sizes.set(file, Math.max(module.size(), sizes.get(file) ?? 0));
  }
  const bySize = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, LARGEST);
  return bySize.map(([file, bytes]) => {
    const name = path.relative(root, file).replaceAll('\\', '/');
    return `${name.replace(/^(?:.*\/)?node_modules\//, '')} (${bytes} bytes)`;
  });
}

/** Modules that an error names. */
const LARGEST = 5;

/** @returns the name of the shared module in whose place a module is. */
export function consumedModule(module: Module): string | undefined {
  return module.type === 'consume-shared-module'
    ? (module as Module & { options: { shareKey: string } }).options.shareKey
    : undefined;
}

/** Loaders have moved the lines of a module; the team knows those of its source. */
function setSourceLine(error: Compilation['errors'][number]): void {
  const { module, loc } = error as { module?: Module; loc?: { start?: { line: number; column?: number } } };
  if (!module || !loc?.start) return;
  const { line, column = 0 } = loc.start;
  Object.assign(error, { loc: { start: { line: sourceLine(module, line, column), column } } });
}

/** Machine addresses that a native compiler adds to its message. */
const BACKTRACE = /\n+Caused by:\n[^\n]*\n+Stack backtrace:\n(?:[ \t]+(?:\d+:|at )[^\n]*\n?)+/g;

/** Names of loaders and of generated entries, which are no files of the team. */
const LOADER = /^Module build failed \(from [^)\n]*\):\n/gm;
const GENERATED = /^ @ (?:container entry|\.\/(?:\.cache\/dev\/)?\.cache\/entries\/)[^\n]*(?:\n|$)/gm;

/** The compiler of a stylesheet, in parentheses after its name; and where in it an error was thrown. */
const CHAIN = / \(\.\/\S+\.webpack\[[^\n]*\)$/gm;
const THROWN = /\n {4}at [^\n]*cascade-layer\.cjs[^\n]*/g;
/** A repetition of the error, for the importer of the stylesheet. */
const EXECUTION = /^ERROR in [^\n]*\nError: Execution of module code from module graph /;

/** @returns a report of errors with their code frames and importers, without frames of the tools. */
export function readableReport(report: string): string {
  const text = report.replace(BACKTRACE, '\n').replace(LOADER, '').replace(GENERATED, '');
  const errors = text.split(/\n\n(?=ERROR in )/);
  const once = errors.length > 1 ? errors.filter((error) => !EXECUTION.test(error)) : errors;
  return once.join('\n\n').replace(CHAIN, '').replace(THROWN, '');
}

/** The name of the package of a file. */
const PACKAGE = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

/** @returns package → the first source of the app, by its path, that imports it directly or through packages */
function packageImporters({ modules, moduleGraph }: Compilation, root: string): Map<string, string> {
  const wholes = new Map([...modules].flatMap((whole) => partsOf(whole).map((part) => [part, whole])));
  const all = [...modules].flatMap((one) => [one, ...partsOf(one)]);
  const ofPackage = (module: Module) =>
    PACKAGE.exec(module.nameForCondition() ?? '')?.[1]?.replace('\\', '/');
  const packages = Map.groupBy(all, ofPackage);
  // Not the issuer of a module: that is its importer which webpack happened to read first.
  const importersOf = (module: Module) =>
    [module, wholes.get(module)].flatMap((one) =>
      one ? [...moduleGraph.getIncomingConnections(one)].map(({ originModule }) => originModule) : [],
    );
  const found = new Map<string, string>();
  for (const [name, of] of packages) {
    const open = new Set(name === undefined ? [] : of);
    const sources: string[] = [];
    for (const module of open)
      for (const importer of importersOf(module)) {
        const file = importer?.nameForCondition() ?? '';
        if (isOwn(file, root)) sources.push(path.relative(root, file).replaceAll('\\', '/'));
        else if (importer) open.add(importer);
      }
    const [first] = sources.toSorted();
    if (name !== undefined && first !== undefined) found.set(name, first);
  }
  return found;
}

/** The modules that webpack has put into one scope. */
function partsOf(module: Module): Module[] {
  return (module as { modules?: Module[] }).modules ?? [];
}

function isOwn(file: string, root: string): boolean {
  return file.startsWith(path.join(root, 'src') + path.sep);
}

type Group = Compilation['chunkGroups'][number];

function chunkGroups(compilation: Compilation): Pick<Compiled, 'groups' | 'libraries' | 'lateCss'> {
  const groups = new Map<string, string[]>();
  const libraries = new Map<string, string[]>();
  const lateCss = new Map<string, string[]>();
  for (const [name, group] of compilation.namedChunkGroups) {
    groups.set(name, group.getFiles());
    const used = group.chunks.flatMap((chunk) => librariesOf(compilation.chunkGraph, chunk));
    libraries.set(name, [...new Set(used)]);
    const late = [...descendants(group)]
      .flatMap((child) => child.getFiles())
      .filter((file) => file.endsWith('.css'));
    lateCss.set(name, late);
  }
  return { groups, libraries, lateCss };
}

function descendants(group: Group, seen = new Set<Group>()): Set<Group> {
  for (const child of group.childrenIterable) {
    if (seen.has(child)) continue;
    seen.add(child);
    descendants(child, seen);
  }
  return seen;
}
