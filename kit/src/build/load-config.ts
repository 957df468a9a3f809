import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildErrors } from '../errors/build-errors.ts';
import { budgetIssue } from '../contract/release/budget.ts';
import type { MfeConfig, MfeRoute } from '../contract/release/mfe-config.ts';
import { foreignSourcesIssue } from '../contract/routing/foreign-sources.ts';
import { SAMPLE_LIMITS } from '../contract/release/release-schema.ts';
import { patternIssue, startsOpen } from '../contract/routing/url-pattern.ts';
import { linkedPath, MAX_LABEL_LENGTH, MAX_PLACES } from '../contract/page/navigation.ts';
import { propsSchema } from './release/props-schema.ts';
import { UPSTREAM_LIMITS, UPSTREAM_NAME, upstreamPatternIssue } from '../contract/release/upstreams.ts';
import { fontIssues } from './fonts/font-faces.ts';
import { type App, appPaths, resolveModule } from './app-paths.ts';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const APP_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/**
 * Reads and checks an app's `mfe.config.ts`.
 * @param root folder of the app
 * @throws BUILD_CONFIG_MISSING, BUILD_CONFIG_INVALID
 */
export async function loadApp(root: string): Promise<App> {
  return (await readApp(root)).app;
}

export interface LoadedApp {
  app: App;
  /** What its config is made of: `mfe.config.ts` and the files of the app that it imports, absolute. */
  files: string[];
}

/** As {@link loadApp}. What changed since the last time is read anew. */
export async function readApp(root: string): Promise<LoadedApp> {
  const file = path.join(root, 'mfe.config.ts');
  if (!existsSync(file)) throw buildErrors.CONFIG_MISSING({ file });
  const { module, files } = await importAnew(file).catch((error: Error) => {
    throw buildErrors.CONFIG_INVALID({ file: placeOf(error, root) ?? file, reason: error.message }, error);
  });
  const { default: config } = module as { default?: MfeConfig };
  if (!config) throw buildErrors.CONFIG_INVALID({ file, reason: 'it has no default export' });
  const app: App = { config, kind: config.kind ?? 'remote', paths: appPaths(root) };
  for (const reason of configIssues(app)) throw buildErrors.CONFIG_INVALID({ file, reason });
  return { app, files };
}

/** @returns `/apps/blog/mfe.config.ts:3`, where the stack names a file of the app: it may be one that the config imports. */
function placeOf({ stack = '' }: Error, root: string): string | undefined {
  for (const [, file = '', line] of stack.matchAll(/(?:file:\/\/)?(\/[^\s()?]+\.ts)(?:\?read=\d+)?:(\d+)/g))
    if (file.startsWith(`${root}/`)) return `${file}:${line}`;
  return undefined;
}

function* configIssues(app: App): Generator<string> {
  const { config } = app;
  if (!APP_NAME.test(config.name)) yield `name "${config.name}" must match ${APP_NAME.source}`;
  if ((app.kind === 'shell') !== (config.name === 'shell')) yield 'the app of kind "shell" is named "shell"';
  yield* patternIssues(app);
  const ids = new Set<string>();
  for (const route of config.routes) {
    if (ids.has(route.id)) yield `route id "${route.id}" is used twice`;
    ids.add(route.id);
    for (const guard of route.guards ?? [])
      if (!config.guards?.[guard])
        yield `route "${route.id}" names guard "${guard}", which guards does not declare`;
    if (route.prerender && route.guards?.length)
      yield `route "${route.id}" is guarded and cannot be prerendered`;
    yield* sampleIssues(route);
  }
  yield* navigationIssues(config);
  yield* upstreamIssues(config);
  yield* sourceIssues(config);
  yield* budgetIssues(config);
  yield* fontIssues(config);
  for (const [name, { props }] of Object.entries(config.islands ?? {}))
    if (props && !propsSchema(props))
      yield `the props of island "${name}" are no object of properties, or too large`;
  for (const module of namedModules(app))
    if (!existsSync(resolveModule(app, module))) yield `module ${module} does not exist`;
}

function* sourceIssues({ csp, routes, islands = {} }: MfeConfig): Generator<string> {
  const declared = [
    ['csp', csp] as const,
    ...routes.map((route) => [`csp of route "${route.id}"`, route.csp] as const),
    ...Object.entries(islands).map(([name, island]) => [`csp of island "${name}"`, island.csp] as const),
  ];
  for (const [where, sources] of declared) {
    const reason = sources && foreignSourcesIssue(sources);
    if (reason !== undefined) yield `${where}: ${reason}`;
  }
}

function* budgetIssues({ budget, routes }: MfeConfig): Generator<string> {
  const declared = [
    ['budget', budget] as const,
    ...routes.map((route) => [`route "${route.id}": budget`, route.budget] as const),
  ];
  for (const [where, own] of declared) {
    const reason = own === undefined ? undefined : budgetIssue(where, own);
    if (reason !== undefined) yield reason;
  }
}

function* sampleIssues({ id, query = [] }: MfeRoute): Generator<string> {
  if (Array.isArray(query)) return;
  const { count, length } = SAMPLE_LIMITS;
  for (const [name, { samples = [] }] of Object.entries(query))
    if (samples.length > count || samples.some((value) => value === '' || value.length > length))
      yield `route "${id}" has at most ${count} samples of ${name}, of 1 to ${length} characters`;
}

function* patternIssues({ kind, config }: App): Generator<string> {
  const named = [
    ...config.routes.map(({ path: pattern }) => ['route', pattern] as const),
    ...Object.keys(config.rules ?? {}).map((pattern) => ['rule', pattern] as const),
    ...Object.keys(config.resources ?? {}).map((pattern) => ['resource', pattern] as const),
    ...(config.keeps ?? []).map((pattern) => ['segment', pattern] as const),
  ];
  for (const [what, pattern] of named) {
    const reason = patternIssue(what, pattern);
    if (reason !== undefined) yield `the ${what} ${pattern}: ${reason}`;
    else if (kind === 'remote' && startsOpen(pattern))
      yield `the ${what} ${pattern}: only the shell may leave the first segment open`;
  }
}

function* upstreamIssues({ upstreams = {} }: MfeConfig): Generator<string> {
  if (Object.keys(upstreams).length > UPSTREAM_LIMITS.upstreams)
    yield `upstreams has more than ${UPSTREAM_LIMITS.upstreams} names`;
  for (const [name, { paths }] of Object.entries(upstreams)) {
    if (!UPSTREAM_NAME.test(name)) yield `the upstream "${name}" must match ${UPSTREAM_NAME.source}`;
    if (paths.length === 0 || paths.length > UPSTREAM_LIMITS.paths)
      yield `upstreams.${name} has 1 to ${UPSTREAM_LIMITS.paths} paths`;
    for (const pattern of paths) {
      const reason = upstreamPatternIssue(pattern);
      if (reason !== undefined) yield `the path ${pattern} of upstreams.${name}: ${reason}`;
    }
  }
}

function* navigationIssues(config: MfeConfig): Generator<string> {
  for (const where of ['header', 'footer'] as const)
    if ((config.places?.[where].length ?? 0) > MAX_PLACES[where])
      yield `places.${where} has more than ${MAX_PLACES[where]} places`;
  for (const [place, link] of Object.entries(config.navigation ?? {})) {
    if (linkedPath(config, link) === undefined)
      yield `navigation.${place} names "${link.route}", which is no route without parameters`;
    if (link.label.length > MAX_LABEL_LENGTH)
      yield `the label of navigation.${place} has ${link.label.length} characters, ${MAX_LABEL_LENGTH} are allowed`;
  }
}

function* namedModules({ config }: App): Generator<string> {
  for (const route of config.routes) {
    yield route.page;
    if (route.server) yield route.server;
  }
  yield* Object.values(config.guards ?? {});
  yield* Object.values(config.exposes ?? {});
  yield* Object.values(config.resources ?? {});
  for (const island of Object.values(config.islands ?? {})) {
    yield island.component;
    if (island.server) yield island.server;
  }
}

let times = 0;

/**
 * Imports a module, and what it imports by relative names, though they were imported before: a build that watches runs on
 * when they change. What is replaced stays in memory, so this is for small files that people edit.
 * @param file absolute path
 * @returns the module, and the absolute paths of all files that were read
 * @throws what the module throws
 */
export async function importAnew(file: string): Promise<{ module: unknown; files: string[] }> {
  const mark = `?read=${++times}`;
  const files = [file];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!specifier.startsWith('.') || !context.parentURL?.endsWith(mark)) return found;
      files.push(fileURLToPath(found.url));
      return { ...found, url: found.url + mark };
    },
  });
  try {
    return { module: await import(pathToFileURL(file).href + mark), files: [...new Set(files)] };
  } finally {
    hooks.deregister();
  }
}
