import { LRUCache } from 'lru-cache';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { absoluteUrl } from '@voltframe/kit/contract/page/canonical';
import { escapeJson } from '@voltframe/kit/contract/page/escape-html';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import { buildMatcher, type RulesMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { type ClientTables, clientTables } from './client-tables.ts';
import { type PagePolicy, pagePolicy, type PolicyPage, workerSources } from '../responses/page-policy.ts';
import { createDocumentScripts, inlineHash } from './document-scripts.ts';
import { createDocumentTemplates, type TemplateOf } from './document-templates.ts';
import type { AllowedSources } from '../../platform/settings/allowed-sources.ts';
import { contentSecurityPolicy, securityHeaders } from '../responses/security-headers.ts';
import {
  type DocumentShell,
  iconUrl,
  inlineScriptDefect,
  type SmallStylesheet,
} from '../responses/html-document.ts';
import { CompositionRenderer, type CompositionRendererOptions } from '../render/composition-renderer.ts';
import { type AnswerCache, createAnswerCache, decidingParameters } from '../responses/answer-cache.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/** A composition with everything that answering from it needs. */
export interface ServedComposition {
  composition: Composition;
  releases: Record<string, Release>;
  /** Of the route rules. */
  matcher: RulesMatcher;
  tables: ClientTables;
  shell: DocumentShell;
  /** The start of a JSON object with the fields that the page data of all documents has. */
  commonData: string;
  scripts: Pick<ReturnType<typeof createDocumentScripts>, 'tables'>;
  templateOf: TemplateOf;
  /** Security headers and `x-composition`. */
  headers: Record<string, string>;
  /** App → the Content-Security-Policy of its scripts; without those that have the one of `headers`. */
  scriptPolicies: ReadonlyMap<string, string>;
  /** @returns the policy of a page: see {@link pagePolicy}. @param shown its islands. */
  policyOf(page: PolicyPage, shown: Pick<IslandRef, 'name'>[]): PagePolicy;
  renderer: CompositionRenderer;
  /** Undefined: no upstream is configured. */
  upstreams: CompositionRendererOptions['upstreams'];
  telemetry: Pick<Telemetry, 'failure' | 'span' | 'describe'>;
  answers: AnswerCache;
  /** Whether a response to a query is cached. */
  seenTwice(key: string): boolean;
  /** Keys of the islands that listed pages embed: a visitor may have invented any other. */
  embedded: LRUCache<string, true>;
}

export interface ServedCompositionOptions extends CompositionRendererOptions {
  blobs: BlobStore;
  telemetry: Telemetry;
  /** Limit of the finished answers, in bytes. */
  memoryBytes: number;
  /** The foreign sources that apps may use; absent for none. */
  allowsSource?: AllowedSources | undefined;
  /** Value of Strict-Transport-Security of a site with https; absent: the header is not sent. */
  hsts?: string | undefined;
  /** Added to the inline bootstrap of every document. */
  addedScript?: string | undefined;
  /** Whether its documents send reports. */
  reports?: boolean | undefined;
}

export async function createServedComposition(options: ServedCompositionOptions): Promise<ServedComposition> {
  const { composition, releases, addedScript, telemetry, upstreams } = options;
  const matcher = buildMatcher(composition.rules);
  const shell = await documentShell(options);
  const tables = clientTables(composition, releases, matcher);
  const declared = workerSources(composition, options.allowsSource);
  const scripts = createDocumentScripts(releases, tables, addedScript !== undefined);
  const policyOf: ServedComposition['policyOf'] = (page, shown) =>
    pagePolicy(composition.islands, options.allowsSource, page, shown);
  return {
    composition,
    releases,
    matcher,
    tables,
    shell,
    commonData: escapeJson({
      composition: composition.id,
      site: composition.site,
      navigation: tables.navigation,
      ...(options.reports && { reports: true }),
    }).slice(0, -1),
    scripts,
    templateOf: createDocumentTemplates({ islands: composition.islands, shell, releases, scripts, policyOf }),
    headers: {
      ...securityHeaders(
        contentSecurityPolicy([]),
        composition.site.url.startsWith('https:') ? options.hsts : undefined,
      ),
      'x-composition': composition.id,
    },
    scriptPolicies: new Map(
      [...declared].map(([app, sources]) => [app, contentSecurityPolicy([], { sources })]),
    ),
    policyOf,
    renderer: new CompositionRenderer(options),
    upstreams,
    telemetry,
    answers: createAnswers(options),
    seenTwice: createSeenTwice(),
    embedded: new LRUCache<string, true>(mostEntries(MOST_EMBEDDED)),
  };
}

/** Suffix of an app's resource that is an Atom feed, which every page links. */
const FEED = '/feed.xml';
/** Most feeds that a document links, so that its size does not depend on the number of apps. */
const MOST_FEEDS = 3;

async function documentShell({
  composition: { site, islands, routes, resources = {} },
  releases,
  blobs,
  addedScript,
}: ServedCompositionOptions): Promise<DocumentShell> {
  const shell = releases[SHELL]!;
  const { bootstrap, fonts = [] } = shell.client;
  const source = bootstrap && (await blobs.get(shell.files[bootstrap]?.sha256 ?? ''));
  const defect = source && inlineScriptDefect(String(source));
  if (defect) throw new Error(`The shell's bootstrap cannot be inlined: it has ${defect}`);
  const icon = Object.keys(shell.files).find((file) => /^client\/favicon\.[0-9a-f]+\.svg$/.test(file));
  const touchIcon = Object.keys(shell.files).find((file) =>
    /^client\/touch-icon\.[0-9a-f]+\.png$/.test(file),
  );
  const drawing = icon && (await blobs.get(shell.files[icon]?.sha256 ?? ''));
  return {
    bootstrap: source ? source.toString('utf8') + (addedScript ?? '') : '',
    fonts: fonts.map((file) => assetUrl(SHELL, file)),
    icon: drawing ? iconUrl(drawing, assetUrl(SHELL, icon)) : undefined,
    touchIcon: touchIcon && assetUrl(SHELL, touchIcon),
    feeds: Object.keys(resources)
      .filter((path) => path.endsWith(FEED))
      .slice(0, MOST_FEEDS)
      .map((path) => ({ title: site.name, href: absoluteUrl(path, site) })),
    // While developing, stylesheets change under a page.
    styles:
      addedScript === undefined ? await smallStylesheets({ islands, routes }, releases, blobs) : new Map(),
  };
}

/**
 * Most bytes of a small stylesheet. One of an island is, compressed, about as large as the headers of an answer of its
 * own. One of a page fits, with its document, into the 14 kB that a server sends before the first acknowledgement, and
 * spares a slow network the wait for another connection.
 */
const SMALL = { island: 5_000, page: 12_500 };
/** `</style` would end the element, addresses are relative to the file, and parsers change `\r`, but not its hash. */
const NEEDS_FILE = /<\/style|url\(|@import|\r/i;

/**
 * The stylesheets of pages and islands that documents contain. Browsers render nothing before they have all
 * stylesheets, and request six files at a time from a server without HTTP/2, so the fonts would wait for those of a few
 * islands.
 * @returns each by its address, with its hash, so that no document computes it
 */
export async function smallStylesheets(
  { islands, routes }: Pick<Composition, 'islands' | 'routes'>,
  releases: Record<string, Pick<Release, 'files'>>,
  blobs: Pick<BlobStore, 'get'>,
): Promise<Map<string, SmallStylesheet>> {
  const read = async (app: string, href: string, most: number): Promise<[string, SmallStylesheet][]> => {
    const file = releases[app]?.files[href.replace(`/assets/${app}/`, 'client/')];
    const text = file && file.bytes <= most && (await blobs.get(file.sha256))?.toString('utf8');
    return text && !NEEDS_FILE.test(text) ? [[href, { text, hash: inlineHash(text) }]] : [];
  };
  // Pages of an app share stylesheets: each is read once.
  const reads = new Map<string, ReturnType<typeof read>>();
  for (const [parts, most] of [
    [routes, SMALL.page],
    [Object.values(islands), SMALL.island],
  ] as const)
    for (const { app, css } of parts)
      for (const href of css) if (!reads.has(href)) reads.set(href, read(app, href, most));
  return new Map((await Promise.all(reads.values())).flat());
}

/** Each lookup is counted and recorded. */
function createAnswers({
  composition,
  releases,
  telemetry,
  memoryBytes,
  now,
}: ServedCompositionOptions): AnswerCache {
  return createAnswerCache({
    now,
    mostBytes: memoryBytes,
    deciding: decidingParameters(composition),
    searched(app, hit) {
      const digest = releases[app]?.digest;
      telemetry.lookup('document', { app, digest }, hit);
      const facts = { app, release: digest, composition: composition.id, cache: 'document', hit } as const;
      telemetry.span('cache', facts, () => {});
    },
  });
}

/** Keys of islands that listed pages embed. */
const MOST_EMBEDDED = 5_000;
/** Limit of all keys, in characters, because keys contain any query. */
const REMEMBERED = 200_000;

/**
 * Visitors may invent queries, and most are requested once. Storing those responses would cost memory, and garbage
 * collection more than the rest of their handling.
 * @returns whether a key was requested before; stores the key.
 */
export function createSeenTwice(): (key: string) => boolean {
  const seen = new LRUCache<string, true>({ maxSize: REMEMBERED, sizeCalculation: (_, key) => key.length });
  return (key) => {
    const again = seen.has(key);
    seen.set(key, true);
    return again;
  };
}
