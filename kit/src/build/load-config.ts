import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildErrors } from '../errors/build-errors.ts';
import { declaredBudget } from '../contract/release/budget.ts';
import type { MfeConfig } from '../contract/release/mfe-config.ts';
import {
  resourceQuery,
  csp,
  islandCsp,
  issuesOf,
  LIBRARY_NAME,
  MOST_LIBRARIES,
  patternText,
  personal,
  sampleValues,
  styles,
  upstreams,
} from '../contract/release/release-schema.ts';
import { APP_NAME } from '../contract/names.ts';
import { z } from 'zod';
import { type PatternKind, shellOnly } from '../contract/routing/url-pattern.ts';
import { linkedPath, MAX_LABEL_LENGTH, MAX_PLACES } from '../contract/release/release.ts';
import { propsSchema } from './release/props-schema.ts';
import { fontIssues } from './fonts/font-faces.ts';
import { type App, appPaths, resolveModule, resourceModule, type Workplace } from './app-paths.ts';
import { SHARED_MODULES } from './federation/shared-scope.ts';
import { isFacade } from './router-facade.ts';
import { layoutsOf, requirementOf } from './generated-entries.ts';
import { BUILD_VALUES, envFiles } from './public-values.ts';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Reads and checks an app's `mfe.config.ts`.
 * @param root folder of the app. @param workplace see {@link Workplace}
 * @throws BUILD_CONFIG_MISSING, BUILD_CONFIG_INVALID
 */
export async function loadApp(root: string, workplace?: Workplace): Promise<App> {
  return (await readApp(root, workplace)).app;
}

/**
 * As {@link loadApp}, with changed files read again.
 * @returns also the files of its config: `mfe.config.ts`, the files of the app that it imports, and those with public
 *   values, absolute
 */
export async function readApp(root: string, workplace?: Workplace) {
  const file = path.join(root, 'mfe.config.ts');
  if (!existsSync(file)) throw buildErrors.CONFIG_MISSING({ file });
  const { module, files } = await importAnew(file).catch((error: Error) => {
    throw buildErrors.CONFIG_INVALID({ file: placeOf(error, root) ?? file, reason: error.message }, error);
  });
  const { default: config } = module as { default?: MfeConfig };
  if (!config) throw buildErrors.CONFIG_INVALID({ file, reason: 'it has no default export' });
  const app: App = { config, kind: config.kind ?? 'remote', paths: appPaths(root, workplace) };
  for (const reason of configIssues(app)) throw buildErrors.CONFIG_INVALID({ file, reason });
  return { app, files: [...files, ...envFiles(root, 'development')] };
}

/**
 * @returns `/apps/blog/mfe.config.ts:3`, the file of the app in the stack, which may be an import of the config.
 */
function placeOf({ stack = '' }: Error, root: string): string | undefined {
  for (const [, file = '', line] of stack.matchAll(/(?:file:\/\/)?(\/[^\s()?]+\.ts)(?:\?read=\d+)?:(\d+)/g))
    if (file.startsWith(`${root}/`)) return `${file}:${line}`;
  return undefined;
}

/** Declarations with the same form for each page and for the app. */
const declared = { csp: csp.optional(), styles: styles.optional(), budget: declaredBudget.optional() };

/** Parts of a config with the same form in release.json. */
const configSchema = z.looseObject({
  app: z.string().optional(),
  name: z.string().regex(APP_NAME, `not a name (${APP_NAME.source})`),
  ...declared,
  routes: z.array(
    z.looseObject({
      ...declared,
      path: patternText('route'),
      layout: z.union([z.string(), z.array(z.string())]).optional(),
      query: z.preprocess(
        (query) => (Array.isArray(query) ? {} : query),
        z
          .record(z.string(), z.object({ samples: sampleValues.optional(), loads: z.boolean().optional() }))
          .optional(),
      ),
    }),
  ),
  islands: z
    .record(
      z.string(),
      z.looseObject({
        csp: islandCsp.optional(),
        styles: styles.optional(),
        interactive: z.boolean().optional(),
      }),
    )
    .optional(),
  rules: z.record(patternText('rule'), z.unknown()).optional(),
  resources: z
    .record(
      patternText('resource'),
      z.union(
        [z.string(), z.strictObject({ module: z.string(), query: resourceQuery })],
        'not a module: ./src/feed.ts, or { module, query } with the names of its parameters',
      ),
    )
    .optional(),
  keeps: z.array(patternText('segment')).optional(),
  env: z
    .record(
      z.string().refine((name) => /^[A-Za-z_]\w*$/.test(name) && !BUILD_VALUES.includes(name), {
        message: `no name of a value: letters, digits and _; not ${BUILD_VALUES.join(', ')}`,
      }),
      z.string('a value is a string'),
    )
    .optional(),
  shared: z
    .array(z.string().regex(LIBRARY_NAME, 'not a module of a package: @acme/ui'))
    .max(MOST_LIBRARIES)
    .optional(),
  upstreams: upstreams.optional(),
  personal: personal.optional(),
});

function* configIssues(app: App): Generator<string> {
  const { config } = app;
  const { error } = configSchema.safeParse(config);
  for (const { path: where, reason } of error ? issuesOf(error) : []) yield `${where}: ${reason}`;
  if ((app.kind === 'shell') !== (config.name === 'shell')) yield 'the app of kind "shell" is named "shell"';
  const patterns: [PatternKind, string[]][] = [
    ['route', config.routes.map((route) => route.path)],
    ['resource', Object.keys(config.resources ?? {})],
    ['rule', Object.keys(config.rules ?? {})],
    ['segment', config.keeps ?? []],
  ];
  for (const [kind, all] of app.kind === 'remote' ? patterns : [])
    for (const pattern of all) {
      const reason = shellOnly(kind, pattern);
      if (reason !== undefined) yield `${pattern}: ${reason}`;
    }
  for (const name of config.shared ?? []) {
    if (app.kind === 'shell') yield 'the shell shares its modules anyway, without `shared`';
    if (isFacade(name) || SHARED_MODULES.some((module) => module === name) || name.startsWith('@voltframe/'))
      yield `shared names ${name}, which all apps share anyway`;
  }
  const ids = new Set<string>();
  for (const route of config.routes) {
    if (ids.has(route.id)) yield `route id "${route.id}" is used twice`;
    ids.add(route.id);
    for (const guard of route.guards ?? [])
      if (!config.guards?.[guard])
        yield `route "${route.id}" names guard "${guard}", which guards does not declare`;
    if (route.prerender && route.guards?.length)
      yield `route "${route.id}" is guarded and cannot be prerendered`;
    if (route.requires !== undefined && !requirementOf(config, route))
      yield `route "${route.id}" requires "${route.requires}": personal has to declare it with GET, a first path without *, and a signIn that names a route without parameters`;
  }
  yield* navigationIssues(config);
  yield* fontIssues(config);
  for (const [name, { props, interactive }] of Object.entries(config.islands ?? {})) {
    if (props && !propsSchema(props))
      yield `the props of island "${name}" are no object of properties, or too large`;
    if (interactive && app.kind === 'shell')
      yield `island "${name}" of the shell cannot be interactive: make it a component of the layout`;
  }
  for (const module of namedModules(app))
    if (!existsSync(resolveModule(app, module))) yield `module ${module} does not exist`;
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
    yield* layoutsOf(config, route);
    if (route.server) yield route.server;
  }
  yield* Object.values(config.guards ?? {});
  yield* Object.values(config.resources ?? {}).map(resourceModule);
  for (const island of Object.values(config.islands ?? {})) {
    yield island.component;
    if (island.server) yield island.server;
  }
}

let times = 0;

/**
 * Imports a module and its relative imports again, so that a watching build reads changed files. Replaced modules
 * stay in memory, so it is for small files only.
 * @param file absolute path
 * @returns the module, and the absolute paths of all files that were read
 * @throws the error of the module
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
