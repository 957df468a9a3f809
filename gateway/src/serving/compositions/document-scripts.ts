import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import { escapeJson } from '@voltframe/kit/contract/page/escape-html';
import { importMap, partOfMap } from '@voltframe/kit/contract/release/import-map';
import { interactiveExpose, interactiveIslands } from '@voltframe/kit/contract/page/interactive-island';
import type { ImportMap, IslandRef, PageData, SiteTables } from '@voltframe/kit/contract/page/page-data';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { createEncodedBody, type EncodedBody } from '../responses/encoded-body.ts';
import { type ClientTables, pageScripts } from './client-tables.ts';

/**
 * The site tables, serialized once: documents name the hash of these bytes. They stay as long as their composition:
 * those of ten thousand routes have 4.5 MB, and serializing them per request would block the event loop for 100 ms.
 */
interface TablesFile {
  /** Subresource Integrity; their address has it too. */
  integrity: string;
  body: EncodedBody;
}

export interface DocumentPart {
  /** JSON text of the import map, escaped for a script element; empty: there is none. */
  importMap: string;
  /** Of the import map, as the Content-Security-Policy takes them. */
  hashes: string[];
  data: Pick<PageData, 'scripts'> & DocumentTables;
}

/** The page and the interactive islands in a document. */
interface Shown {
  route: CompositionRoute | undefined;
  islands: readonly string[];
  /** The page or an island in it makes stylesheets while it renders. */
  isRuntime: boolean;
}

type DocumentTables = Pick<PageData, 'tables' | 'routes' | 'remotes' | 'guards' | 'globalGuards'>;

/** Every document of a route has the same; a site may have tens of thousands of them. */
const REMEMBERED = 500;
/** The script of the shell that every page asks for once it has hydrated. */
const LATER = /^client\/later\.[0-9a-f]{10}\.js$/;
/** The script of the shell that hydrates islands. */
const INTERACTIVE = /^client\/interactive\.[0-9a-f]{10}\.js$/;
/** The script of the shell that limits stylesheets which are made while a page renders. */
const RUNTIME_STYLES = /^client\/runtime-styles\.[0-9a-f]{10}\.js$/;

/**
 * The scripts and pages that a document names; the tables, a file of their own, name the rest.
 * @param site the tables of the composition
 * @param whole whether every document has all of it: while developing, scripts change under a page
 */
export function createDocumentScripts(
  releases: Record<string, Release>,
  site: Pick<ClientTables, 'routes' | 'remotes' | 'guards' | 'globalGuards'>,
  whole: boolean,
): {
  /**
   * @param route of the page; absent: an error screen takes its place.
   * @param shown the islands in the document: the scripts of those that are interactive are named, too.
   */
  of(route: CompositionRoute | undefined, shown?: readonly Pick<IslandRef, 'name'>[]): DocumentPart;
  /** The tables that documents leave out; undefined when documents contain all of them. */
  tables: TablesFile | undefined;
} {
  const { routes, remotes, guards, globalGuards } = site;
  const own = { routes, remotes, guards, globalGuards };
  const all = importMap(Object.values(releases));
  const shell = releases[SHELL]!;
  if (whole) {
    const map = mapText({ imports: all.imports });
    const part = { importMap: map, hashes: inlineHashes(map) };
    return {
      of: (route) => ({ ...part, data: { scripts: pageScripts(route, releases), ...own } }),
      tables: undefined,
    };
  }
  const tables = writeTables({ ...own, ...all });
  const byId = new Map(routes.map((route) => [route.id, route]));
  const always = scriptsOf(shell).flatMap(({ path, url }) => (LATER.test(path) ? [url] : []));
  const ofStyles = scriptsOf(shell).flatMap(({ path, url }) => (RUNTIME_STYLES.test(path) ? [url] : []));
  const makesStyles = new Set(
    Object.values(releases).flatMap(({ islands }) =>
      Object.keys(islands).filter((name) => islands[name]!.styles === 'runtime'),
    ),
  );
  const ofScreen = scriptsOf(shell).map(({ url }) => url);
  const interactive = interactiveScripts(releases);
  const partOf = ({ route, islands, isRuntime }: Shown): DocumentPart => {
    const scripts = [...pageScripts(route, releases), ...(isRuntime ? ofStyles : [])];
    const known = route && byId.get(route.id);
    const owners = [...(route ? [route.app] : []), ...islands.map((name) => interactive.get(name)!.app)];
    const ofIslands = islands.flatMap((name) => interactive.get(name)!.scripts);
    const map = mapText(partOfMap(all, [...scripts, ...always, ...(route ? ofIslands : ofScreen)]));
    return {
      importMap: map,
      hashes: inlineHashes(map),
      data: {
        scripts,
        tables: tables.integrity,
        routes: known ? [known] : [],
        remotes: Object.fromEntries(owners.flatMap((app) => (remotes[app] ? [[app, remotes[app]]] : []))),
      },
    };
  };
  // A page that was never rendered does not wait for the islands of other pages of its route.
  const parts = new LRUCache<string, DocumentPart, Shown>({
    max: REMEMBERED,
    memoMethod: (_key, _stale, { context }) => partOf(context),
  });
  return {
    of(route, shown = []) {
      const names = new Set(shown.map(({ name }) => name).filter((name) => interactive.has(name)));
      const islands = [...names].toSorted();
      const isRuntime = route?.styles === 'runtime' || shown.some(({ name }) => makesStyles.has(name));
      const key = [route?.id ?? '', isRuntime, ...islands].join(' ');
      return parts.memo(key, { context: { route, islands, isRuntime } });
    },
    tables,
  };
}

function writeTables(tables: SiteTables): TablesFile {
  const text = JSON.stringify(tables);
  return { integrity: `sha256-${inlineHash(text)}`, body: createEncodedBody(text) };
}

/** @returns interactive island → its app, and the scripts that hydrate it: the container, its own, the shell's. */
function interactiveScripts(
  releases: Record<string, Release>,
): Map<string, { app: string; scripts: readonly string[] }> {
  const always = scriptsOf(releases[SHELL]!).filter(({ path }) => INTERACTIVE.test(path));
  const found = Object.values(releases).flatMap(({ app, client, exposes }) =>
    interactiveIslands(exposes).map((name) => {
      const own = [client.entry, ...exposes[interactiveExpose(name)]!.js].map((file) => assetUrl(app, file));
      return [name, { app, scripts: [...always.map(({ url }) => url), ...own] }] as const;
    }),
  );
  return new Map(found);
}

function scriptsOf({ app, files }: Release): { path: string; url: string }[] {
  const scripts = Object.keys(files).filter((file) => file.startsWith('client/') && file.endsWith('.js'));
  return scripts.map((path) => ({ path, url: assetUrl(app, path) }));
}

/** @returns base64 sha-256 of an inline script or stylesheet, as the Content-Security-Policy takes it. */
export function inlineHash(source: string): string {
  return createHash('sha256').update(source).digest('base64');
}

/** As {@link inlineHash}, of an inline script that may be missing. */
export function inlineHashes(source: string): string[] {
  return source ? [inlineHash(source)] : [];
}

function mapText(map: Partial<ImportMap>): string {
  return Object.keys(map.imports ?? {}).length > 0 ? escapeJson(map) : '';
}
