import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Release, ReleaseRoute } from '@voltframe/kit/contract/release/release';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type {
  MeasuredRelease,
  ReleaseMeasurement,
  RouteMeasurement,
} from '@voltframe/kit/contract/operations/figures';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { createEncodedBody } from '../../serving/responses/encoded-body.ts';
import { pageScripts } from '../../serving/compositions/client-tables.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { buildPage, buildPageDocument, type BuiltPage } from '../../serving/pages/build-page.ts';
import { matchPage, type PageRequest } from '../../serving/pages/page-request.ts';
import { addedBytes } from './check-composition.ts';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { MeasurementStore } from '../../platform/database/measurement-store.ts';

/** sha-256 of a client file → its size in bytes as sent (brotli). */
export type TransferSizes = ReadonlyMap<string, number>;

const brotli = promisify(brotliCompress);
const REMEMBERED = 5_000;

/** @returns measures, until the signal is aborted, what budgets count: builds for development bring no compressed files, so those are compressed here. */
export function createTransferMeter(
  blobs: BlobStore,
): (releases: Release[], signal: AbortSignal) => Promise<TransferSizes> {
  const measured = new LRUCache<string, number>({
    max: REMEMBERED,
    fetchMethod: async (sha256) => (await brotli((await blobs.get(sha256)) ?? '')).length,
  });
  return async (releases, signal) => {
    const sizes = new Map<string, number>();
    for (const { files } of releases)
      for (const [file, { sha256 }] of Object.entries(files)) {
        if (signal.aborted || !/^client\/.*\.(?:js|css)$/.test(file)) continue;
        sizes.set(sha256, files[`${file}.br`]?.bytes ?? (await measured.forceFetch(sha256)));
      }
    return sizes;
  };
}

/** What a picture is made of; the rest of a document is not looked at. React writes no `<` or `>` into attributes. */
const TAG = /<(\/?picture|source|img)\b([^<>]*)>/gi;
const MOST_PICTURES = 200;

/**
 * @returns of each picture that a browser asks for with the document (not those that come when they are near) the address of its
 *   widest version, in the format that is listed first.
 */
export function initialPictures(html: string): string[] {
  const found = new Set<string>();
  let first: string | undefined;
  for (const [, name = '', attributes = ''] of html.matchAll(TAG)) {
    const tag = name.toLowerCase();
    if (tag.endsWith('picture')) first = undefined;
    else if (tag === 'source') first ??= attribute(attributes, 'srcset');
    else if (attribute(attributes, 'loading') !== 'lazy') {
      const versions = first ?? attribute(attributes, 'srcset');
      const address = (versions && widest(versions)) ?? attribute(attributes, 'src');
      if (address !== undefined && !address.startsWith('data:')) found.add(address);
    }
    if (found.size >= MOST_PICTURES) break;
  }
  return [...found];
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(attributes);
  return found?.[1]?.replaceAll('&amp;', '&');
}

/** @param versions `/a.avif 640w, /b.avif 1280w` */
function widest(versions: string): string | undefined {
  const listed = versions.split(',').map((version) => version.trim().split(/\s+/, 2));
  const sorted = listed.toSorted(([, a = ''], [, b = '']) => Number.parseFloat(b) - Number.parseFloat(a));
  return sorted[0]?.[0] || undefined;
}

/** A page that was rendered. */
export interface TriedPage {
  page: PageRequest;
  built: Extract<BuiltPage, { type: 'page' }>;
}

/** @returns the page of a route with the most HTML; undefined when none of its pages renders. */
export async function largestPage(
  candidate: ServedComposition,
  route: CompositionRoute,
  pagesPerRoute: number,
): Promise<TriedPage | undefined> {
  const paths = (await candidate.renderer.paths(route)).slice(0, pagesPerRoute);
  let largest: TriedPage | undefined;
  for (const { path } of paths) {
    const page = matchPage([route], path, '');
    if (!page) continue;
    const built = await buildPage(candidate, page, route.prerender);
    if (built.type !== 'page') continue;
    if (built.html.length > (largest?.built.html.length ?? -1)) largest = { page, built };
  }
  return largest;
}

/** @returns the bytes of a page as they are sent, and the requests that a browser makes until the page works. */
export async function measurePage(
  candidate: ServedComposition,
  { page, built }: TriedPage,
  transfer: TransferSizes,
): Promise<RouteMeasurement> {
  const { route } = page;
  const release = candidate.releases[route.app]!;
  const declared = release.routes.find(({ id }) => id === route.id)!;
  const html = String((await buildPageDocument(candidate, page, built, 2000)).html);
  const pictures = initialPictures(html);
  const linked = html.match(/<link rel="(?:stylesheet"|preload"[^>]*as="font")/g) ?? [];
  return {
    html: (await createEncodedBody(html, 'quick').in('br')).bytes.length,
    js: addedBytes(release, declared, 'js', transfer),
    css: addedBytes(release, declared, 'css', transfer),
    images: pictures.reduce((sum, address) => sum + bytesOf(candidate, address), 0),
    requests: 1 + linked.length + pageScripts(route, candidate.releases).length + pictures.length,
  };
}

/** @returns 0 for what is of no release. */
function bytesOf({ releases }: ServedComposition, address: string): number {
  const [, app = '', file = ''] = /^\/assets\/([^/]+)\/([^?#]+)/.exec(address) ?? [];
  const files = Object.hasOwn(releases, app) ? releases[app]!.files : {};
  return Object.hasOwn(files, `client/${file}`) ? files[`client/${file}`]!.bytes : 0;
}

/** Measurements of the new releases of a candidate that passed its checks. */
export interface Measured {
  /** Pages that are larger than the budgets of their teams allow. */
  findings: Finding[];
  /** By app. */
  measured: Record<string, ReleaseMeasurement>;
}

/** @param changed the apps whose release is new. */
export type ReleaseMeter = (
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  transfer: TransferSizes,
  signal: AbortSignal,
) => Promise<Measured>;

export interface ReleaseMeterOptions {
  pagesPerRoute: number;
  /** Milliseconds with fractions, of a clock that only goes forward. */
  clock: () => number;
}

/**
 * Time for all routes of one admission, in milliseconds. Routes with a budget come first, because a release may be refused
 * for their size. Other routes are measured for information only, and no deploy waits long for that.
 */
const MOST_MS = 4_000;
const MOST_MS_FOR_INFORMATION = 1_000;

/** @returns measures the largest page of each route of the new releases. */
export function createReleaseMeter({ pagesPerRoute, clock }: ReleaseMeterOptions): ReleaseMeter {
  return async (candidate, changed, transfer, signal) => {
    const began = clock();
    const all: Measured = { findings: [], measured: {} };
    for (const route of routesOf(candidate, changed)) {
      const { budget } = declaredOf(candidate, route);
      const most = hasBudget(budget) ? MOST_MS : MOST_MS_FOR_INFORMATION;
      if (signal.aborted || clock() - began > most) break;
      // Every page rendered during the checks before. A failure here is no reason to refuse the release.
      const measurement = await measureRoute(candidate, route, transfer).catch(() => undefined);
      if (!measurement) continue;
      const { path, ...sizes } = measurement;
      (all.measured[route.app] ??= { routes: {} }).routes[route.id] = sizes;
      all.findings.push(...overBudget(route.app, { route: route.id, path, budget, measurement: sizes }));
    }
    return all;
  };

  async function measureRoute(
    candidate: ServedComposition,
    route: CompositionRoute,
    transfer: TransferSizes,
  ): Promise<(RouteMeasurement & { path: string }) | undefined> {
    const tried = await largestPage(candidate, route, pagesPerRoute);
    return tried && { ...(await measurePage(candidate, tried, transfer)), path: tried.page.path };
  }
}

/** @returns a finding for each kind of bytes of which a page has more than its budget allows. */
export function overBudget(
  app: string,
  {
    route,
    path,
    budget,
    measurement,
  }: { route: string; path: string; budget: ReleaseRoute['budget']; measurement: RouteMeasurement },
): Finding[] {
  // JavaScript and CSS are known without rendering: checkComposition looks at them.
  return (['html', 'images'] as const).flatMap((kind) => {
    const [bytes, limit] = [measurement[kind], budget[kind] ?? Infinity];
    if (bytes <= limit) return [];
    return [
      finding(app, admissionErrors.BUDGET_PAGE({ route, path, bytes, kind, limit, over: bytes - limit })),
    ];
  });
}

/**
 * @param live releases by app.
 * @returns the measurements of each release, beside the stored ones of the live release of its app.
 */
export async function compareWithLive(
  store: Pick<MeasurementStore, 'of'>,
  releases: Readonly<Record<string, Release>>,
  live: Readonly<Record<string, Release>>,
  measured: Readonly<Record<string, ReleaseMeasurement>>,
): Promise<MeasuredRelease[]> {
  const compared = Object.entries(measured).map(async ([app, own]): Promise<MeasuredRelease> => {
    const digest = live[app]?.digest;
    const before = digest === undefined ? undefined : await store.of(app, digest);
    return {
      app,
      digest: releases[app]!.digest,
      measured: own,
      ...(digest !== undefined && before && { before: { ...before, digest } }),
    };
  });
  return Promise.all(compared);
}

/** @returns the routes of the new releases, those with a budget that only measuring can check first. */
function routesOf(candidate: ServedComposition, changed: ReadonlySet<string>): CompositionRoute[] {
  const routes = candidate.composition.routes.filter(({ app }) => changed.has(app));
  const [first, others] = [true, false].map((wanted) =>
    routes.filter((route) => hasBudget(declaredOf(candidate, route).budget) === wanted),
  );
  return [...first!, ...others!];
}

function hasBudget({ html, images }: ReleaseRoute['budget']): boolean {
  return (html ?? images) !== undefined;
}

function declaredOf({ releases }: ServedComposition, { app, id }: CompositionRoute): ReleaseRoute {
  return releases[app]!.routes.find((route) => route.id === id)!;
}
