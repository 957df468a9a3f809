import { basename } from 'node:path';
import { CONTRACT_VERSION } from '../../contract/contract-version.ts';
import { canonicalJson } from '../../contract/release/digest.ts';
import type { MfeIsland, MfeRoute } from '../../contract/release/mfe-config.ts';
import { type ForeignSources, mergeSources } from '../../contract/routing/foreign-sources.ts';
import { libraryFile } from '../../contract/release/library-file.ts';
import type { ExposeFiles, Release, ReleaseRoute } from '../../contract/release/release.ts';
import type { App } from '../app-paths.ts';
import type { Compiled } from '../compile.ts';
import { CLIENT_MODULE, SHARED_MODULES, requiredRange, sharedVersions } from '../federation/shared-scope.ts';
import type { Libraries } from '../federation/libraries.ts';
import { sha256 } from '../../packaging/sha256.ts';
import { facesOfSomeLetters, preloadedFaces } from '../fonts/font-faces.ts';
import { scopePrelude } from '../../contract/page/style-scope.ts';
import { propsSchema } from './props-schema.ts';
import type { ReleaseFiles } from './release-files.ts';
import { type BuildOptions, exposeChunk, exposesOf, islandExpose } from '../webpack-config.ts';

/** Default budget of a route: bytes, brotli. */
export const DEFAULT_BUDGET = { js: 30_000, css: 8_000 };

/** A development build is neither minified nor compressed, so its sizes do not predict those for visitors. */
const DEVELOPMENT_BUDGET = { js: 10_000_000, css: 10_000_000 };

/** Describes a finished build: the content of `release.json`. */
export function releaseManifest(
  app: App,
  client: Compiled,
  files: ReleaseFiles,
  mode: BuildOptions['mode'],
  libraries?: Libraries,
): Release {
  const { config, kind } = app;
  const exposes = kind === 'remote' ? exposeFiles(app, client, files, libraries) : {};
  const release = withoutUndefined<Omit<Release, 'digest'>>({
    schema: 1,
    contract: CONTRACT_VERSION,
    app: config.name,
    kind,
    development: mode === 'development' || undefined,
    files: Object.fromEntries(
      [...files.bodies]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, body]) => [path, { sha256: sha256(body), bytes: body.length }]),
    ),
    server: 'server/server.cjs',
    client: clientEntry(app, client, files),
    routes: config.routes.map((route) => ({
      ...releaseRoute(app, route, exposes, mode),
      scoped: isScoped(app, route, exposes[`./pages/${route.id}`]?.css ?? [], files),
      fonts: preloadedFonts(app, exposes[`./pages/${route.id}`]?.css ?? [], files),
    })),
    shared: sharedScope(kind, client),
    libraries: librariesOf(libraries),
    exposes,
    guards: {
      named: Object.fromEntries(Object.keys(config.guards ?? {}).map((name) => [name, `./guards/${name}`])),
      global: config.globalGuards ?? [],
    },
    islands: Object.fromEntries(
      Object.entries(config.islands ?? {}).map(([name, island]) => [
        name,
        {
          ...islandStyles(app, island, islandExpose(name, island), client, files),
          props: island.props && propsSchema(island.props),
          csp: declaredSources(island.csp),
          styles: island.styles ?? config.styles,
        },
      ]),
    ),
    ...resourcesOf(app, files),
    upstreams: config.upstreams,
    personal: config.personal,
    places: config.places,
    navigation: config.navigation,
    notSecret: config.notSecret?.map(({ text, reason }) => ({ sha256: sha256(text), reason })),
    rules: config.rules ?? {},
    keeps: config.keeps?.toSorted(),
    forms: config.forms ?? [],
  });
  return { ...release, digest: sha256(canonicalJson(release)) };
}

/** @returns the content of `release.json`, without undefined values. */
function withoutUndefined<Value extends object>(value: Optional<Value>): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

type Optional<Value> = Value extends object
  ? { [Key in keyof Value]: Optional<Value[Key]> | undefined }
  : Value;

/** Files of `public/` are resources without rendering. */
function resourcesOf(
  { config }: App,
  files: ReleaseFiles,
): Optional<Pick<Release, 'resources' | 'resourceQueries' | 'public'>> {
  const queries = Object.entries(config.resources ?? {}).flatMap(([path, resource]) =>
    typeof resource === 'string' ? [] : [[path, resource.query] as const],
  );
  const addresses = [...Object.keys(config.resources ?? {}), ...(files.public?.keys() ?? [])];
  return {
    resources: config.resources || addresses.length > 0 ? addresses.toSorted() : undefined,
    resourceQueries: queries.length > 0 ? Object.fromEntries(queries) : undefined,
    public: files.public?.size ? Object.fromEntries(files.public) : undefined,
  };
}

function declaredSources(...declared: (ForeignSources | undefined)[]): ForeignSources | undefined {
  const csp = mergeSources(...declared);
  return Object.keys(csp).length > 0 ? csp : undefined;
}

function preloadedFonts(
  { config: { fonts = [] } }: App,
  css: string[],
  files: ReleaseFiles,
): string[] | undefined {
  const faces = preloadedFaces(fonts, cssText(css, files));
  const used = [...files.bodies.keys()].filter((file) =>
    faces.some((face) => file.startsWith(`client/${face}.`) && file.endsWith('.woff2')),
  );
  return used.length > 0 ? used.toSorted() : undefined;
}

function cssText(css: string[], { bodies }: ReleaseFiles): string {
  return css.map((file) => String(bodies.get(file) ?? '')).join('\n');
}

function sharedScope(kind: 'shell' | 'remote', { consumed }: Compiled): Release['shared'] {
  const versions = sharedVersions();
  if (kind === 'shell') return { provides: versions, requires: {} };
  const requires = SHARED_MODULES.filter((name) => name !== CLIENT_MODULE || consumed.has(name)).map(
    (name) => [name, requiredRange(versions[name]!)],
  );
  return { provides: {}, requires: Object.fromEntries(requires) };
}

function clientEntry(app: App, client: Compiled, files: ReleaseFiles): Release['client'] {
  const path = (name: string): string => files.named.get(name)!;
  if (app.kind === 'remote') return { entry: path(`${app.config.name}.js`), css: [] };
  const css = filesOf(client, 'main', '.css').map(path);
  const rare = facesOfSomeLetters(cssText(css, files));
  const fonts = [...files.bodies.keys()]
    .filter((file) => file.endsWith('.woff2') && !rare.includes(basename(file)))
    .toSorted();
  const entry = path('main.js');
  const js = filesOf(client, 'main', '.js').map(path);
  return { entry, js: js.filter((file) => file !== entry), bootstrap: path('bootstrap.js'), css, fonts };
}

function librariesOf(libraries?: Libraries): Release['libraries'] {
  const named = Object.entries(libraries?.named ?? {});
  if (named.length === 0) return undefined;
  return Object.fromEntries(
    named.map(([name, { digest, ...library }]) => [name, { ...library, file: libraryFile(digest) }]),
  );
}

function exposeFiles(
  app: App,
  client: Compiled,
  files: ReleaseFiles,
  libraries?: Libraries,
): Record<string, ExposeFiles> {
  const path = (name: string): string => files.named.get(name)!;
  return Object.fromEntries(
    Object.keys(exposesOf(app)).map((expose) => {
      const chunk = exposeChunk(expose);
      const css = new Set([...filesOf(client, chunk, '.css'), ...(client.lateCss.get(chunk) ?? [])]);
      const imported = client.libraries.get(chunk) ?? [];
      const all = new Set(imported.flatMap((digest) => [digest, ...(libraries?.uses[digest] ?? [])]));
      const js = [...filesOf(client, chunk, '.js').map(path), ...[...all].map(libraryFile)];
      return [expose, { js, css: [...css].map(path) }];
    }),
  );
}

function filesOf(client: Compiled, group: string, suffix: string): string[] {
  return (client.groups.get(group) ?? []).filter((file) => file.endsWith(suffix));
}

function islandStyles(
  app: App,
  island: MfeIsland,
  expose: string,
  client: Compiled,
  files: ReleaseFiles,
): Optional<Pick<Release['islands'][string], 'css' | 'scoped'>> {
  const css = islandCss(app, expose, client, files);
  return { css, scoped: isScoped(app, island, css, files) };
}

/** Whether stylesheets apply to all of a page or an island: built ones, or those that it makes. */
function isScoped(
  { config }: App,
  { styles = config.styles }: Pick<MfeRoute, 'styles'>,
  css: string[],
  files: ReleaseFiles,
): true | undefined {
  if (styles === 'runtime') return true;
  return cssText(css, files).includes(`@scope ${scopePrelude(config.name)}`) || undefined;
}

function islandCss(app: App, expose: string, client: Compiled, files: ReleaseFiles): string[] {
  const css = filesOf(client, exposeChunk(expose), '.css').map((file) => files.named.get(file)!);
  // The shell's islands are also part of its layout, so files of every document are not named again.
  return css.filter((file) => !clientEntry(app, client, files).css.includes(file));
}

function queryOf({ query = [] }: MfeRoute): Optional<Pick<ReleaseRoute, 'query' | 'samples' | 'loads'>> {
  if (Array.isArray(query)) return { query, samples: undefined, loads: undefined };
  const loads = Object.keys(query).filter((name) => query[name]!.loads);
  const samples = Object.entries(query).flatMap(([name, given]) =>
    given.samples?.length ? [[name, given.samples] as const] : [],
  );
  return {
    query: Object.keys(query),
    samples: samples.length > 0 ? Object.fromEntries(samples) : undefined,
    loads: loads.length > 0 ? loads : undefined,
  };
}

function releaseRoute(
  app: App,
  route: MfeRoute,
  exposes: Record<string, ExposeFiles>,
  mode: BuildOptions['mode'],
): Optional<ReleaseRoute> {
  const expose = `./pages/${route.id}`;
  const guards = route.guards ?? [];
  return {
    id: route.id,
    path: route.path,
    expose,
    js: exposes[expose]?.js ?? [],
    css: exposes[expose]?.css ?? [],
    prerender: guards.length === 0 && (route.prerender ?? true),
    ...queryOf(route),
    guards,
    ...(route.requires === undefined ? {} : { requires: route.requires }),
    budget:
      mode === 'development'
        ? DEVELOPMENT_BUDGET
        : { ...DEFAULT_BUDGET, ...app.config.budget, ...route.budget },
    csp: declaredSources(app.config.csp, route.csp),
    styles: route.styles ?? app.config.styles,
  };
}
