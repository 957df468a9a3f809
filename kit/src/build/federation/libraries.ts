import path from 'node:path';
import type { Compilation, Configuration } from 'webpack';
import { libraryUrl } from '../../contract/release/library-file.ts';
import { buildErrors } from '../../errors/build-errors.ts';
import { sha256 } from '../../packaging/sha256.ts';
import type { App } from '../app-paths.ts';
import { compileOnce, createCompiler } from '../compile.ts';
import type { Entries } from '../generated-entries.ts';
import { browserConfig } from '../refresh/browser-config.ts';
import { type BuiltLibrary, LIBRARY_SCRIPT } from '../release/release-files.ts';
import { writeChanged } from '../release/write-release.ts';
import { withTeamConfig } from '../team-config.ts';
import { type BuildOptions, IMPORT, libraryConfig } from '../webpack-config.ts';
import { type LibraryFile, type LibraryGraph, libraryGraph } from './library-graph.ts';
import { type Proxies, writeProxies } from './library-proxies.ts';

const NAME = 'Libraries';
const RUNTIME = path.join(import.meta.dirname, `library-runtime${path.extname(import.meta.filename)}`);

export interface Libraries {
  files: BuiltLibrary[];
  /** Name of a library → version of its package and digest of its file. */
  named: Record<string, { version?: string; digest: string }>;
  /** Of their modules, for the code of the app. */
  proxies: Proxies;
  /** Digest of a file → digests of the files that it imports, directly or not. */
  uses: Record<string, string[]>;
}

/**
 * Builds the libraries that an app shares with others (`shared` in its config). Each is a file with what only it
 * imports; what several of them import is a file, too. A file depends on the sources of its packages alone, so that it
 * is the same in every app; it names the files that it imports by their digests.
 * @throws BUILD_CONFIG_INVALID for a library that the app does not import; BUILD_COMPILE_FAILED
 */
export async function buildLibraries(app: App, entries: Entries, options: BuildOptions): Promise<Libraries> {
  const built: Libraries = { files: [], named: {}, proxies: new Map(), uses: {} };
  const { shared = [] } = app.config;
  // While developing, code of libraries is replaced like that of the app.
  if (shared.length === 0 || options.mode === 'development') return built;
  const graph = await readGraph(app, browserConfig(app, entries, options), shared);
  if (graph.unknown.length > 0)
    throw buildErrors.CONFIG_INVALID({
      file: path.join(app.paths.root, 'mfe.config.ts'),
      reason: `shared names ${graph.unknown.join(', ')}, which no module of the app imports by this name`,
    });
  const digests = new Map<string, string>();
  const proxies = new Map<string, string>();
  for (const file of graph.files) {
    const uses = file.uses.map((name) => digests.get(name)!);
    const config = libraryConfig(app, entries, options, {
      entry: writeEntry(app, file, uses),
      provided: writeProvided(app, file.consumed),
      proxies: new Map(proxies),
    });
    const compiled = await compileOnce(app, withTeamConfig(app, 'client', config));
    const digest = sha256(compiled.files.get(LIBRARY_SCRIPT)!);
    digests.set(file.name, digest);
    built.files.push({ digest, compiled });
    built.uses[digest] = [...new Set(uses.flatMap((used) => [used, ...built.uses[used]!]))];
    for (const [resource, proxy] of writeProxies(app.paths.generated, digest, file.modules))
      proxies.set(resource, proxy);
  }
  for (const [name, file] of Object.entries(graph.fileOf)) {
    const version = graph.versions[name];
    built.named[name] = { ...(version !== undefined && { version }), digest: digests.get(file)! };
  }
  return { ...built, proxies };
}

/** Stops a compilation whose modules are known. */
const KNOWN = new Error('the modules are known');

async function readGraph(app: App, config: Configuration, names: readonly string[]): Promise<LibraryGraph> {
  const compiler = createCompiler(config);
  let graph: LibraryGraph | undefined;
  compiler.hooks.finishMake.tapPromise(NAME, async (compilation: Compilation) => {
    graph = libraryGraph(compilation, names, app.paths.root);
    throw KNOWN;
  });
  try {
    await new Promise<void>((done, fail) => {
      compiler.run((error) => (error && error !== KNOWN ? fail(error) : done()));
    });
    return graph!;
  } finally {
    await new Promise((done) => compiler.close(done));
  }
}

const list = (values: readonly string[]): string => JSON.stringify(values);

/** @returns the generated module of a file. */
function writeEntry({ paths }: App, { name, modules, consumed }: LibraryFile, uses: string[]): string {
  const file = path.join(paths.generated, `${name}.ts`);
  const evaluating = modules.map(({ resource }) => `  () => require(${JSON.stringify(resource)}),`);
  writeChanged(
    file,
    `import { createLibrary } from ${JSON.stringify(RUNTIME)};
export const { init, get } = createLibrary(__webpack_require__, ${IMPORT.replace('import(', 'import(/* webpackIgnore: true */ ')}, [
${evaluating.join('\n')}
], ${list(consumed)}, ${list(uses.map(libraryUrl))});
`,
  );
  return file;
}

/** @returns aliases to generated modules with the exports of the platform's modules. */
function writeProvided({ paths }: App, consumed: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    consumed.map((name) => {
      const file = path.join(paths.generated, `provided.${name.replaceAll(/\W+/g, '-')}.cjs`);
      writeChanged(file, `module.exports = __webpack_require__.consumed[${JSON.stringify(name)}];\n`);
      return [`${name}$`, file];
    }),
  );
}
