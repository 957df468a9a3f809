import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT_VERSION } from '@voltframe/kit/contract/contract-version';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import type { Release, ReleaseRoute } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';

/** Routes and addresses of one app. The last route has the remaining addresses. */
export const ROUTES = 100;
export const PATHS = 1_000;
const LISTED = PATHS - (ROUTES - 1);

/** @returns the file with the text of the page of a route. */
export const textOf = (route: number): string => `data/pages/page-${route}.json`;

/**
 * Writes the release of a small remote without a build: each route has a script, a content file and a page of one line.
 * The last route has most of the pages.
 */
export function writeApp(folder: string, app: string, shared: Release['shared']['requires']): void {
  const routes = Array.from({ length: ROUTES }, (_, index) => routeOf(app, index));
  const files = new Map([
    ['server/server.cjs', serverOf(app)],
    [`client/${app}.${'0'.repeat(10)}.js`, containerOf(routes)],
    ...routes.map(({ js: [script] }, index) => [script!, scriptOf(app, index)] as const),
    ...routes.map((_, index) => [textOf(index), JSON.stringify({ text: `${app} ${index}` })] as const),
  ]);
  const release = {
    schema: 1,
    contract: CONTRACT_VERSION,
    app,
    kind: 'remote',
    files: Object.fromEntries(
      [...files].map(([name, text]) => [name, { sha256: sha256(text), bytes: Buffer.byteLength(text) }]),
    ),
    server: 'server/server.cjs',
    client: { entry: `client/${app}.${'0'.repeat(10)}.js`, css: [] },
    routes,
    shared: { provides: {}, requires: shared },
    exposes: Object.fromEntries(routes.map(({ expose, js }) => [expose, { js, css: [] }])),
    guards: { named: {}, global: [] },
    islands: {},
    rules: {},
    forms: [],
  } satisfies Omit<Release, 'digest'>;
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const digest = releaseDigest(release, sha256);
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify({ ...release, digest }));
}

/** @returns all addresses of an app, in the order of its routes. */
export function pathsOf(app: string): string[] {
  return Array.from({ length: PATHS }, (_, index) =>
    index < ROUTES - 1 ? patternOf(app, index) : `/${app}/notes/note-${index - (ROUTES - 1)}`,
  );
}

function patternOf(app: string, index: number): string {
  return index === ROUTES - 1 ? `/${app}/notes/:slug` : `/${app}/section-${index % 10}/page-${index}`;
}

function routeOf(app: string, index: number): ReleaseRoute {
  return {
    id: `${app}.page-${index}`,
    path: patternOf(app, index),
    expose: `./pages/${app}.page-${index}`,
    js: [`client/pages.${app}.page-${index}.${'0'.repeat(10)}.js`],
    css: [],
    prerender: true,
    query: [],
    guards: [],
    budget: { js: 30_000, css: 8_000 },
  };
}

/** Server and browser render the same component. */
const PAGE = `(jsx) => ({ data }) => jsx('h1', { children: data.text })`;

function serverOf(app: string): string {
  return `
    const page = (${PAGE})(require('react/jsx-runtime').jsx);
    const textOf = (index) => async ({ content, params }) => {
      const { text } = await content.data('pages/page-' + index);
      return { text: params.slug ? text + ' ' + params.slug : text };
    };
    const head = ({ data }) => ({ title: data.text });
    const listed = Array.from({ length: ${LISTED} }, (_, at) => ({ path: '/${app}/notes/note-' + at }));
    const pages = {};
    for (let index = 0; index < ${ROUTES}; index++) {
      const server = { loader: textOf(index), head };
      if (index === ${ROUTES - 1}) server.paths = async () => listed;
      pages['${app}.page-' + index] = { Component: page, server };
    }
    module.exports = { pages, islands: {}, guards: {} };`;
}

/** Contains the pages, because the benchmark depends on their number only. */
function containerOf(routes: ReleaseRoute[]): string {
  return `
    const exposes = new Set(${JSON.stringify(routes.map(({ expose }) => expose))});
    let scope;
    export const init = (given) => { scope = given; };
    export const get = async (expose) => {
      if (!exposes.has(expose)) throw new Error('there is no ' + expose);
      const [shared] = Object.values(scope['react/jsx-runtime']);
      const { jsx } = (await shared.get())();
      const page = (${PAGE})(jsx);
      return () => ({ default: page });
    };`;
}

/** As large as the script of a small page. */
function scriptOf(app: string, index: number): string {
  return `export default ${JSON.stringify(`${app} ${index} `.repeat(60))};`;
}
