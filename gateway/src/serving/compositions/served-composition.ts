import { LRUCache } from 'lru-cache';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import { type ForeignSources, mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import { buildMatcher, type RulesMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { type ClientTables, clientTables } from './client-tables.ts';
import {
  createDocumentScripts,
  type DocumentPart,
  type DocumentScripts,
  inlineHashes,
} from './document-scripts.ts';
import { type AllowedSources, allowedOf } from '../../platform/settings/allowed-sources.ts';
import { contentSecurityPolicy, INTEGRITY_POLICY, securityHeaders } from '../responses/security-headers.ts';
import { type DocumentShell, iconUrl, inlineScriptDefect } from '../responses/html-document.ts';
import { CompositionRenderer, type CompositionRendererOptions } from '../render/composition-renderer.ts';
import type { EncodedBody } from '../responses/encoded-body.ts';
import type { RenderCache } from '../render/render-cache.ts';
import { createReadyAnswers, decidingParameters, type ReadyAnswers } from '../responses/ready-answers.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

/** A composition with everything that answering from it needs. */
export interface ServedComposition {
  composition: Composition;
  releases: Record<string, Release>;
  matcher: RulesMatcher;
  tables: ClientTables;
  shell: DocumentShell;
  scripts: DocumentScripts;
  /** Stylesheets of every document. */
  stylesheets: string[];
  /** Security headers and `x-composition`. */
  headers: Record<string, string>;
  /** @returns what a page may load from other sites: see {@link pageSources}. @param shown its islands. */
  sourcesOf(page: SourcesPage, shown: Pick<IslandRef, 'name'>[]): ForeignSources;
  /**
   * @param part the scripts of the document.
   * @param foreign the foreign sources of the document.
   * @returns headers of the document, in place of those of every answer.
   */
  documentHeaders(part: DocumentPart, foreign: ForeignSources): Record<string, string>;
  renderer: CompositionRenderer;
  /** Absent: no upstream is configured. */
  upstreams?: CompositionRendererOptions['upstreams'];
  telemetry: Pick<Telemetry, 'failure' | 'span' | 'describe'>;
  /** Complete documents and payloads by app and address; those with changed data are dropped. */
  bodies: LRUCache<string, EncodedBody>;
  /** Whether a response to a query is cached. */
  seenTwice(key: string): boolean;
  /** Whole answers by address. */
  ready: ReadyAnswers;
}

export interface ServedCompositionOptions {
  composition: Composition;
  releases: Record<string, Release>;
  blobs: BlobStore;
  cache: RenderCache;
  process: CompositionRendererOptions['process'];
  upstreams?: CompositionRendererOptions['upstreams'];
  /** See CompositionRendererOptions. */
  recordedForAll?: boolean | undefined;
  telemetry: Telemetry;
  now: () => number;
  /** See CompositionRendererOptions. */
  isServed(): boolean;
  /** How much of finished documents and payloads is kept, and how much of whole answers; in bytes. */
  memoryBytes: number;
  /** The foreign sources that apps may use; absent for none. */
  allowsSource?: AllowedSources;
  /** Added to the inline bootstrap of every document. */
  addedScript?: string;
  /** Whether its documents send reports. */
  reports?: boolean | undefined;
}

interface SourcesPage {
  app: string;
  csp?: ForeignSources;
}

/**
 * @returns the foreign sources that a page and its islands declare, as far as the operator allows them to their apps
 * today.
 */
export function pageSources(
  islands: Composition['islands'],
  allows: AllowedSources = () => false,
  page: SourcesPage,
  shown: Pick<IslandRef, 'name'>[],
): ForeignSources {
  const declared = [
    page,
    ...shown.flatMap(({ name }) => (Object.hasOwn(islands, name) ? [islands[name]!] : [])),
  ];
  if (!declared.some(({ csp }) => csp)) return {};
  return mergeSources(...declared.map(({ app, csp }) => csp && allowedOf(app, csp, allows)));
}

export async function createServedComposition(options: ServedCompositionOptions): Promise<ServedComposition> {
  const { composition, releases, blobs, cache, process, now, isServed, memoryBytes, telemetry, upstreams } =
    options;
  const shellRelease = releases[SHELL]!;
  const matcher = buildMatcher(composition.rules);
  const shell = await documentShell(shellRelease, blobs, options.addedScript);
  const bootstrap = inlineHashes(shell.bootstrap);
  const tables = clientTables(composition, releases, matcher);
  return {
    composition,
    releases,
    matcher,
    tables: { ...tables, ...(options.reports && { reports: true }) },
    shell,
    scripts: createDocumentScripts(releases, tables, options.addedScript !== undefined),
    stylesheets: shellRelease.client.css.map((file) => assetUrl(SHELL, file)),
    headers: {
      ...securityHeaders(contentSecurityPolicy([]), composition.site.url.startsWith('https:')),
      'x-composition': composition.id,
    },
    sourcesOf: (page, shown) => pageSources(composition.islands, options.allowsSource, page, shown),
    documentHeaders: ({ hashes, data }, foreign) => ({
      'content-security-policy': contentSecurityPolicy([...hashes, ...bootstrap], foreign),
      // Only when the importer knows the hash of the script.
      ...(data.tables !== undefined && { 'integrity-policy': INTEGRITY_POLICY }),
    }),
    renderer: new CompositionRenderer({
      composition,
      releases,
      cache,
      process,
      upstreams,
      recordedForAll: options.recordedForAll,
      now,
      isServed,
      telemetry,
    }),
    upstreams,
    telemetry,
    bodies: createBodies(memoryBytes, lookupsOfDocuments(options)),
    seenTwice: createSeenTwice(),
    ready: createReadyAnswers({ now, mostBytes: memoryBytes, deciding: decidingParameters(composition) }),
  };
}

async function documentShell(shell: Release, blobs: BlobStore, addedScript = ''): Promise<DocumentShell> {
  const { bootstrap, fonts = [] } = shell.client;
  const source = bootstrap && (await blobs.get(shell.files[bootstrap]?.sha256 ?? ''));
  const defect = source && inlineScriptDefect(String(source));
  if (defect) throw new Error(`The shell's bootstrap cannot be inlined: it has ${defect}`);
  const icon = Object.keys(shell.files).find((file) => /^client\/favicon\.[0-9a-f]+\.svg$/.test(file));
  const drawing = icon && (await blobs.get(shell.files[icon]?.sha256 ?? ''));
  return {
    bootstrap: source ? source.toString('utf8') + addedScript : '',
    fonts: fonts.map((file) => assetUrl(SHELL, file)),
    icon: drawing ? iconUrl(drawing, assetUrl(SHELL, icon)) : undefined,
  };
}

/** @returns counts and records each lookup of a finished document or payload. */
function lookupsOfDocuments({ composition, releases, telemetry }: ServedCompositionOptions) {
  return (app: string, hit: boolean): void => {
    const digest = releases[app]?.digest;
    telemetry.lookup('document', { app, digest }, hit);
    const facts = { app, release: digest, composition: composition.id, cache: 'document', hit } as const;
    telemetry.span('cache', facts, () => {});
  };
}

/** Keys begin with the app that they are of. */
function createBodies(
  maxSize: number,
  onLookup: (app: string, hit: boolean) => void,
): LRUCache<string, EncodedBody> {
  const bodies = new LRUCache<string, EncodedBody>({
    maxSize,
    // The compressed ones come later; together they are less than half of the plain one.
    sizeCalculation: (body, key) => Math.ceil(body.size() * 1.5) + key.length,
  });
  const get = bodies.get.bind(bodies);
  return Object.assign(bodies, {
    get(key: string) {
      const held = get(key);
      const found = held?.data?.state() === 'changed' ? undefined : held;
      onLookup(key.slice(0, key.indexOf(' ')), found !== undefined);
      return found;
    },
  });
}

/** Of keys, in characters: they have any query in them. */
const REMEMBERED = 200_000;

/**
 * Any query can be asked for, and most that are, once: to keep those whole costs memory, and the collector of garbage
 * more than all else that is done to them.
 * @returns whether a key was asked for before; it is remembered now.
 */
export function createSeenTwice(): (key: string) => boolean {
  const asked = new LRUCache<string, true>({ maxSize: REMEMBERED, sizeCalculation: (_, key) => key.length });
  return (key) => {
    const again = asked.has(key);
    asked.set(key, true);
    return again;
  };
}
