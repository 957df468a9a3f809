import { SENT_PARAMETER } from '../forms/form.ts';
import { routeShape } from '../routing/match-route.ts';
import { isScriptProtocol } from '../routing/navigation-target.ts';
import { type PatternKind, shellOnly } from '../routing/url-pattern.ts';
import { libraryFile } from './library-file.ts';
import { FONT_LIMITS, issuesOf, type Release, type ReleaseIssue, releaseSchema } from './release-schema.ts';

export type ReleaseResult = { ok: true; value: Release } | { ok: false; issues: ReleaseIssue[] };

const checkedSchema = releaseSchema.superRefine((release, context) => {
  for (const { path, reason } of crossCheck(release))
    context.addIssue({ code: 'custom', path: path.split('\u0000'), message: reason });
});

/**
 * Reads a release.json, strictly: unknown fields, unsafe file names and dangling references are refused.
 * @returns the release, or every issue found. Whether files and digest are true is for the reader of the files.
 */
export function parseRelease(input: unknown): ReleaseResult {
  const result = checkedSchema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: issuesOf(result.error) };
}

/** References between the parts of a release. Paths are joined with NUL, since file names hold dots. */
function* crossCheck(release: Release): Generator<ReleaseIssue> {
  yield* checkFiles(release);
  yield* checkLibraries(release);
  yield* checkRoutes(release);
  yield* checkWholeSite(release);
  yield* checkGuards(release);
  yield* checkPlaces(release);
  for (const address of Object.keys(release.public ?? {}))
    if (!release.resources?.includes(address)) yield issue('is not in resources', 'public', address);
  for (const address of Object.keys(release.resourceQueries ?? {}))
    if (!release.resources?.includes(address)) yield issue('is not in resources', 'resourceQueries', address);
  yield* checkForms(release);
  yield* checkKind(release);
  for (const [pattern, { redirect }] of Object.entries(release.rules)) {
    const to = typeof redirect === 'string' ? redirect : redirect?.to;
    if (to !== undefined && isScriptProtocol(to))
      yield issue('redirects to a script', 'rules', pattern, 'redirect');
  }
}

function issue(reason: string, ...path: (string | number)[]): ReleaseIssue {
  return { path: path.join('\u0000'), reason };
}

/** Every file that the release uses, with where it is named. */
function* usedFiles({
  server,
  client,
  routes,
  exposes,
  islands,
  libraries = {},
  public: addresses = {},
}: Release): Generator<[string, ...string[]]> {
  yield [server, 'server'];
  for (const [part, files] of Object.entries(client))
    for (const used of [files].flat()) yield [used, 'client', part];
  for (const [index, { js, css, fonts = [] }] of routes.entries())
    for (const used of [...js, ...css, ...fonts]) yield [used, 'routes', String(index)];
  for (const [key, { js, css }] of Object.entries(exposes))
    for (const used of [...js, ...css]) yield [used, 'exposes', key];
  for (const [key, { file: used }] of Object.entries(libraries)) yield [used, 'libraries', key];
  for (const [address, used] of Object.entries(addresses)) yield [used, 'public', address];
  for (const [key, { css }] of Object.entries(islands)) for (const used of css) yield [used, 'islands', key];
}

function* checkFiles(release: Release): Generator<ReleaseIssue> {
  for (const [used, ...path] of usedFiles(release)) {
    const folder = path[0] === 'server' ? 'server' : 'client';
    if (!Object.hasOwn(release.files, used)) yield issue(`${used} is not in files`, ...path);
    else if (!used.startsWith(`${folder}/`)) yield issue(`${used} is not below ${folder}/`, ...path);
  }
}

/** Apps share the address of such a file, so its name has to be the digest of its bytes. */
function* checkLibraries({ files, libraries = {} }: Release): Generator<ReleaseIssue> {
  const isLibrary = (path: string): boolean => path.startsWith(libraryFile('').slice(0, -'.js'.length));
  for (const path of Object.keys(files).filter(isLibrary)) {
    const plain = path.replace(/\.(?:br|gz)$/, '');
    if (!Object.hasOwn(files, plain) || plain !== libraryFile(files[plain]!.sha256))
      yield issue('is not named after the digest of its bytes', 'files', path);
  }
  for (const [key, { file: used }] of Object.entries(libraries))
    if (!isLibrary(used)) yield issue(`${used} is no file of a library`, 'libraries', key);
}

function* checkRoutes({ routes, exposes, files }: Release): Generator<ReleaseIssue> {
  const [ids, shapes] = [new Set<string>(), new Map<string, (typeof routes)[number]>()];
  for (const [index, route] of routes.entries()) {
    if (ids.has(route.id)) yield issue(`two routes have the id ${route.id}`, 'routes', index, 'id');
    ids.add(route.id);
    const shape = routeShape(route.path);
    const clash = shapes.get(shape);
    if (!clash) shapes.set(shape, route);
    if (clash) yield issue(`clashes with ${clash.path} of ${clash.id}`, 'routes', index, 'path');
    const parameters = route.path.match(/:\w+/g) ?? [];
    if (new Set(parameters).size < parameters.length)
      yield issue('names a parameter twice', 'routes', index, 'path');
    if (!Object.hasOwn(exposes, route.expose))
      yield issue(`${route.expose} is not in exposes`, 'routes', index, 'expose');
    for (const sampled of Object.keys(route.samples ?? {}))
      if (!route.query.includes(sampled))
        yield issue(`${sampled} is not in query`, 'routes', index, 'samples');
    for (const loading of route.loads ?? [])
      if (!route.query.includes(loading)) yield issue(`${loading} is not in query`, 'routes', index, 'loads');
    for (const font of route.fonts ?? [])
      if (!font.endsWith('.woff2') || (files[font]?.bytes ?? 0) > FONT_LIMITS.bytes)
        yield issue(`${font} is no WOFF2 of ${FONT_LIMITS.bytes} bytes at most`, 'routes', index, 'fonts');
    if (route.prerender && route.guards.length > 0) {
      yield issue('a guarded page cannot be prerendered', 'routes', index, 'prerender');
    }
  }
}

function* checkWholeSite({
  kind,
  routes,
  resources = [],
  rules,
  keeps = [],
}: Release): Generator<ReleaseIssue> {
  if (kind === 'shell') return;
  const refuse = function* (of: PatternKind, pattern: string, ...path: (string | number)[]) {
    const reason = shellOnly(of, pattern);
    if (reason !== undefined) yield issue(reason, ...path);
  };
  for (const [index, { path }] of routes.entries()) yield* refuse('route', path, 'routes', index, 'path');
  for (const [index, address] of resources.entries()) yield* refuse('resource', address, 'resources', index);
  for (const pattern of Object.keys(rules)) yield* refuse('rule', pattern, 'rules', pattern);
  for (const [index, segment] of keeps.entries()) yield* refuse('segment', segment, 'keeps', index);
}

function* checkGuards({ kind, guards, exposes }: Release): Generator<ReleaseIssue> {
  for (const [key, target] of Object.entries(guards.named)) {
    // The shell's are in its own bundle.
    if (kind === 'remote' && !Object.hasOwn(exposes, target))
      yield issue(`${target} is not in exposes`, 'guards', 'named', key);
  }
  for (const [index, key] of guards.global.entries()) {
    if (!Object.hasOwn(guards.named, key))
      yield issue(`${key} is not in guards.named`, 'guards', 'global', index);
  }
}

function* checkPlaces({ kind, places }: Release): Generator<ReleaseIssue> {
  if (kind === 'remote' && places !== undefined) yield issue('only the shell has places', 'places');
  const names = [...(places?.header ?? []), ...(places?.footer ?? [])].map(({ place }) => place);
  const twice = names.find((place, index) => names.indexOf(place) < index);
  if (twice !== undefined) yield issue(`two places are named ${twice}`, 'places');
}

function* checkForms({ forms, routes }: Release): Generator<ReleaseIssue> {
  for (const [index, form] of forms.entries()) {
    const earlier = forms.slice(0, index);
    for (const property of ['name', 'action'] as const)
      if (earlier.some((other) => other[property] === form[property]))
        yield issue(`two forms have the ${property} ${form[property]}`, 'forms', index, property);
    const route = routes.find(({ path }) => path === form.page);
    if (form.page === undefined) continue;
    if (!route) yield issue(`${form.page} is no route of this app`, 'forms', index, 'page');
    else if (!route.query.includes(SENT_PARAMETER))
      yield issue(
        `${form.page} lacks ${SENT_PARAMETER} in its query, for the thanks`,
        'forms',
        index,
        'page',
      );
  }
}

function* checkKind({ kind, app, client, guards, shared }: Release): Generator<ReleaseIssue> {
  if ((kind === 'shell') !== (app === 'shell')) yield issue('only the app named shell is the shell', 'kind');
  if (kind === 'shell') return;
  if (client.bootstrap !== undefined) yield issue('only the shell has a bootstrap', 'client', 'bootstrap');
  if (client.fonts !== undefined) yield issue('only the shell has fonts', 'client', 'fonts');
  if (guards.global.length > 0) yield issue('only the shell has global guards', 'guards', 'global');
  if (Object.keys(shared.provides).length > 0)
    yield issue('only the shell provides shared modules', 'shared', 'provides');
}
