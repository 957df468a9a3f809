import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isSince } from '@voltframe/kit/contract/contract-version';
import { type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import { escapeJson } from '@voltframe/kit/contract/page/escape-html';
import { importMap, partOfMap } from '@voltframe/kit/contract/release/import-map';
import type { ImportMap, PageData, SiteTables } from '@voltframe/kit/contract/page/page-data';
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

type DocumentTables = Pick<PageData, 'tables' | 'routes' | 'remotes' | 'guards' | 'globalGuards'>;

/** Since this version of the contract the shell asks for the tables, and apps for scripts by them. */
export const TABLES_SINCE = '1.2';
/** Every document of a route has the same; a site may have tens of thousands of them. */
const REMEMBERED = 500;
/** The script of the shell that every page asks for once it has hydrated. */
const LATER = /^client\/later\.[0-9a-f]{10}\.js$/;

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
  /** @param route of the page; absent: an error screen takes its place. */
  of(route: CompositionRoute | undefined): DocumentPart;
  /** The tables that documents leave out; undefined when documents contain all of them. */
  tables: TablesFile | undefined;
} {
  const { routes, remotes, guards, globalGuards } = site;
  const own = { routes, remotes, guards, globalGuards };
  const all = importMap(Object.values(releases));
  const shell = releases[SHELL]!;
  if (whole || !isSince(TABLES_SINCE, shell.contract)) {
    const map = mapText(whole ? { imports: all.imports } : all);
    const part = { importMap: map, hashes: inlineHashes(map) };
    return {
      of: (route) => ({ ...part, data: { scripts: pageScripts(route, releases), ...own } }),
      tables: undefined,
    };
  }
  const tables = writeTables({ ...own, ...all });
  const byId = new Map(routes.map((route) => [route.id, route]));
  const always = [
    ...scriptsOf(shell).filter((file) => LATER.test(file.path)),
    // They ask for their scripts by themselves, and may do so in any document.
    ...Object.values(releases)
      .filter(({ contract }) => !isSince(TABLES_SINCE, contract))
      .flatMap(scriptsOf),
  ].map(({ url }) => url);
  const ofScreen = scriptsOf(shell).map(({ url }) => url);
  return {
    of: remembered((route) => {
      const scripts = pageScripts(route, releases);
      const known = route && byId.get(route.id);
      const remote = route && remotes[route.app];
      const map = mapText(partOfMap(all, [...scripts, ...always, ...(route ? [] : ofScreen)]));
      return {
        importMap: map,
        hashes: inlineHashes(map),
        data: {
          scripts,
          tables: tables.integrity,
          routes: known ? [known] : [],
          remotes: remote === undefined ? {} : { [route!.app]: remote },
        },
      };
    }),
    tables,
  };
}

function writeTables(tables: SiteTables): TablesFile {
  const text = Buffer.from(JSON.stringify(tables));
  const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return { integrity, body: createEncodedBody(text, 'quick') };
}

/** A page that was never rendered waits for nothing that another of its route has. */
function remembered(make: (route: CompositionRoute | undefined) => DocumentPart): typeof make {
  const known = new LRUCache<string, DocumentPart>({ max: REMEMBERED });
  return (route) => {
    const name = route?.id ?? '';
    const part = known.get(name) ?? make(route);
    known.set(name, part);
    return part;
  };
}

function scriptsOf({ app, files }: Release): { path: string; url: string }[] {
  const scripts = Object.keys(files).filter((file) => file.startsWith('client/') && file.endsWith('.js'));
  return scripts.map((path) => ({ path, url: assetUrl(app, path) }));
}

/** @returns base64 sha-256 of an inline script, as the Content-Security-Policy takes it; there may be none. */
export function inlineHashes(source: string): string[] {
  return source ? [createHash('sha256').update(source).digest('base64')] : [];
}

function mapText(map: Partial<ImportMap>): string {
  return Object.keys(map.imports ?? {}).length > 0 ? escapeJson(map) : '';
}
