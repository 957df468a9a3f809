import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { MeasuredRelease, RouteMeasurement } from '@voltframe/kit/contract/operations/measurements';
import { type Finding, finding, type Warning } from '@voltframe/kit/contract/operations/verdict';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import type { Release, ReleaseRoute } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import type { ReadBlob } from '../../observing/stacks/source-positions.ts';
import { pageScripts } from '../../serving/compositions/client-tables.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { type BuiltPage, buildPage, buildPageDocument } from '../../serving/pages/build-page.ts';
import type { PageRequest } from '../../serving/pages/page-request.ts';
import { createEncodedBody } from '../../serving/responses/encoded-body.ts';
import type { Candidate } from './candidate.ts';
import { firstPages } from './candidate-requests.ts';
import { moduleSizes } from './module-sizes.ts';
import type { MeasurementStore } from './measurement-store.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/** sha-256 of a client file → its size in bytes as sent (brotli). */
export type TransferSizes = ReadonlyMap<string, number>;

const brotli = promisify(brotliCompress);
const REMEMBERED = 5_000;

export interface MeterOptions {
  /** Gives the files of releases. */
  read: ReadBlob;
  /** Measurements of earlier releases. */
  measurements: Pick<MeasurementStore, 'of'>;
  /** What the operator allows for each route: bytes as sent. */
  most: Record<'js' | 'css', number>;
  /** Monotonic clock, in milliseconds with fractions. */
  clock: () => number;
}

/** About the bytes of scripts and styles. */
interface Sized {
  findings: Finding[];
  warnings: Warning[];
}

export interface Meter {
  /**
   * Measures the client files of releases until the signal is aborted. Development builds bring no compressed files,
   * so the meter compresses these.
   */
  transfer(releases: readonly Release[], signal: AbortSignal): Promise<TransferSizes>;
  /**
   * @returns a finding for each route that adds more bytes of JavaScript or CSS than the operator allows, and a warning
   *   for each that adds more than its budget
   */
  budgets: (release: Release, sizes: TransferSizes) => Promise<Sized>;
  /**
   * Measures the largest page of each route of the new releases of a candidate that passed its checks.
   * @returns warnings about pages that are larger than the budgets of their teams allow, and the measurements of each
   *   release beside those of the live release of its app.
   */
  release(
    candidate: Candidate,
    sizes: TransferSizes,
  ): Promise<{
    warnings: Warning[];
    measured: MeasuredRelease[];
  }>;
}

/** Measures the new releases of a candidate. */
export function createMeter({ read, measurements, most, clock }: MeterOptions): Meter {
  const measured = new LRUCache<string, number>({
    ...mostEntries(REMEMBERED),
    fetchMethod: async (sha256) => (await brotli((await read(sha256)) ?? '')).length,
  });
  return {
    async transfer(releases: readonly Release[], signal: AbortSignal): Promise<TransferSizes> {
      const sizes = new Map<string, number>();
      for (const { files } of releases)
        for (const [file, { sha256 }] of Object.entries(files)) {
          if (signal.aborted || !/^client\/.*\.(?:js|css)$/.test(file)) continue;
          sizes.set(sha256, files[`${file}.br`]?.bytes ?? (await measured.forceFetch(sha256)));
        }
      return sizes;
    },
    budgets: (release: Release, sizes: TransferSizes) => checkBudgets(read, release, sizes, most),
    async release({ served, changed, live, signal }: Candidate, sizes: TransferSizes) {
      const began = clock();
      const warnings: Warning[] = [];
      const byApp: Record<string, Record<string, RouteMeasurement>> = {};
      for (const route of routesOf(served, changed)) {
        const { budget } = declaredOf(served, route);
        const mostMs = hasBudget(budget) ? MOST_MS : MOST_MS_FOR_INFORMATION;
        if (signal.aborted || clock() - began > mostMs) break;
        // Every page rendered during the checks before. A failure here is no reason to refuse the release.
        const page = await measureRoute(served, route, sizes).catch(() => undefined);
        if (!page) continue;
        (byApp[route.app] ??= {})[route.id] = page.sizes;
        warnings.push(...overBudget(served.releases[route.app]!, route, page));
      }
      const compared = Object.entries(byApp).map(async ([app, routes]): Promise<MeasuredRelease> => {
        const digest = live?.releases[app]?.digest;
        const before = digest === undefined ? undefined : await measurements.of(app, digest);
        const { digest: own } = served.releases[app]!;
        return {
          app,
          digest: own,
          measured: { routes },
          ...(digest !== undefined && before && { before: { ...before, digest } }),
        };
      });
      return { warnings, measured: await Promise.all(compared) };
    },
  };
}

/** Most modules that a finding names. */
const MOST_MODULES = 5;

/** Each finding and each warning names the largest modules of its route. */
async function checkBudgets(
  read: ReadBlob,
  release: Release,
  sizes: TransferSizes,
  most: MeterOptions['most'],
): Promise<Sized> {
  const found: Sized = { findings: [], warnings: [] };
  for (const route of release.routes)
    for (const kind of ['js', 'css'] as const) {
      const bytes = addedBytes(release, route, kind, sizes);
      const limit = bytes > most[kind] ? most[kind] : route.budget[kind];
      const over = bytes - limit;
      if (over <= 0) continue;
      const modules =
        kind === 'js' ? await largestModules(read, release, addedFiles(release, route, kind)) : '';
      const facts = { route: route.id, bytes, kind, limit, over, modules };
      if (limit === most[kind]) found.findings.push(finding(release.app, admissionErrors.ROUTE_BYTES(facts)));
      else found.warnings.push(warningOf(release, admissionErrors.BUDGET(facts)));
    }
  return found;
}

function warningOf({ app, digest }: Release, error: PlatformError): Warning {
  return { ...finding(app, error), owner: app, digest };
}

/** @returns the end of a reason; empty without a source map. */
async function largestModules(read: ReadBlob, release: Release, files: string[]): Promise<string> {
  const sizes = new Map<string, number>();
  for (const file of files)
    for (const [source, bytes] of Object.entries(await moduleSizes(read, release, file)))
      sizes.set(source, (sizes.get(source) ?? 0) + bytes);
  const largest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, MOST_MODULES);
  const named = largest.map(([source, bytes]) => `${source} ${bytes}`);
  return named.length === 0 ? '' : `; largest modules, in bytes before compression: ${named.join(', ')}`;
}

/** Bytes that a route adds to the shell's: the container or base styles of a remote, and the route's own files. */
function addedBytes(release: Release, route: ReleaseRoute, kind: 'js' | 'css', sizes: TransferSizes): number {
  const { files } = release;
  const sizeOf = (file: string) => sizes.get(files[file]?.sha256 ?? '') ?? files[file]?.bytes ?? 0;
  return addedFiles(release, route, kind).reduce((sum, file) => sum + sizeOf(file), 0);
}

function addedFiles({ kind: app, client }: Release, route: ReleaseRoute, kind: 'js' | 'css'): string[] {
  const base = app === 'shell' ? [] : kind === 'js' ? [client.entry] : client.css;
  return [...new Set([...base, ...route[kind]])];
}

/** The elements of a picture. React writes no `<` or `>` into attributes. */
const TAG = /<(\/?picture|source|img)\b([^<>]*)>/gi;
const ATTRIBUTES = {
  srcset: /(?:^|\s)srcset=(?:"([^"]*)"|'([^']*)')/i,
  src: /(?:^|\s)src=(?:"([^"]*)"|'([^']*)')/i,
  loading: /(?:^|\s)loading=(?:"([^"]*)"|'([^']*)')/i,
};
const MOST_PICTURES = 200;

/**
 * @returns of each picture that a browser asks for with the document (not those that come when they are near) the
 *   address of its widest version, in the format that is listed first.
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

function attribute(attributes: string, name: keyof typeof ATTRIBUTES): string | undefined {
  const found = ATTRIBUTES[name].exec(attributes);
  return (found?.[1] ?? found?.[2])?.replaceAll('&amp;', '&');
}

/** Longest `srcset` that is read, in characters. Those of this site have some hundreds. */
const LONGEST_SRCSET = 10_000;

/** @param versions `/a.avif 640w, /b.avif 1280w` */
function widest(versions: string): string | undefined {
  const listed = versions
    .slice(0, LONGEST_SRCSET)
    .split(',')
    .map((version) => version.trim().split(/\s+/, 2));
  const sorted = listed.toSorted(([, a = ''], [, b = '']) => Number.parseFloat(b) - Number.parseFloat(a));
  return sorted[0]?.[0] || undefined;
}

/**
 * Time for all routes of one admission, in milliseconds. Routes with a budget come first, because their teams want to
 * know. Other routes are measured for information only, which must not delay a deploy.
 */
const MOST_MS = 4_000;
const MOST_MS_FOR_INFORMATION = 1_000;

/** @returns the routes of the new releases: first those with a budget that only measuring can check. */
function routesOf(served: ServedComposition, changed: ReadonlySet<string>): CompositionRoute[] {
  const routes = served.composition.routes.filter(({ app }) => changed.has(app));
  const rank = (route: CompositionRoute) => Number(!hasBudget(declaredOf(served, route).budget));
  return routes.toSorted((a, b) => rank(a) - rank(b));
}

function hasBudget({ html, images }: ReleaseRoute['budget']): boolean {
  return (html ?? images) !== undefined;
}

function declaredOf({ releases }: ServedComposition, { app, id }: CompositionRoute): ReleaseRoute {
  return releases[app]!.routes.find((route) => route.id === id)!;
}

interface MeasuredPage {
  path: string;
  sizes: RouteMeasurement;
}

/**
 * @returns a warning for each kind of bytes of which a page has more than the budget allows. Bytes of JavaScript and
 *   CSS: `checkBudgets`.
 */
function overBudget(
  release: Release,
  { id: route }: CompositionRoute,
  { path, sizes }: MeasuredPage,
): Warning[] {
  const { budget } = release.routes.find(({ id }) => id === route)!;
  return (['html', 'images'] as const).flatMap((kind) => {
    const [bytes, limit] = [sizes[kind], budget[kind] ?? Infinity];
    const over = bytes - limit;
    return over > 0
      ? [warningOf(release, admissionErrors.BUDGET_PAGE({ route, path, bytes, kind, limit, over }))]
      : [];
  });
}

/** @returns the measurements of the page of a route with the most HTML; undefined when none of its pages renders. */
async function measureRoute(
  served: ServedComposition,
  route: CompositionRoute,
  sizes: TransferSizes,
): Promise<MeasuredPage | undefined> {
  let largest: { page: PageRequest; built: RenderedPage } | undefined;
  for (const page of await firstPages(served, route)) {
    const built = await buildPage(served, page, route.prerender);
    if (built.type === 'page' && built.html.length > (largest?.built.html.length ?? -1))
      largest = { page, built };
  }
  return (
    largest && {
      path: largest.page.path,
      sizes: await measurePage(served, largest.page, largest.built, sizes),
    }
  );
}

type RenderedPage = Extract<BuiltPage, { type: 'page' }>;

/** @returns the bytes of a page as they are sent, and the number of requests of a browser until the page works. */
async function measurePage(
  served: ServedComposition,
  page: PageRequest,
  built: RenderedPage,
  sizes: TransferSizes,
): Promise<RouteMeasurement> {
  const { route } = page;
  const release = served.releases[route.app]!;
  const declared = declaredOf(served, route);
  const html = String((await buildPageDocument(served, page, built, 2000)).html);
  const pictures = initialPictures(html);
  const linked = html.match(/<link rel="(?:stylesheet"|preload"[^>]*as="font")/g) ?? [];
  return {
    html: (await createEncodedBody(html).in('br')).bytes.length,
    js: addedBytes(release, declared, 'js', sizes),
    css: addedBytes(release, declared, 'css', sizes),
    images: pictures.reduce((sum, address) => sum + bytesOf(served, address), 0),
    requests: 1 + linked.length + pageScripts(route, served.releases).length + pictures.length,
  };
}

/** @returns 0 for an address that belongs to no release. */
function bytesOf({ releases }: ServedComposition, address: string): number {
  const [, app = '', file = ''] = /^\/assets\/([^/]+)\/([^?#]+)/.exec(address) ?? [];
  const files = Object.hasOwn(releases, app) ? releases[app]!.files : {};
  return Object.hasOwn(files, `client/${file}`) ? files[`client/${file}`]!.bytes : 0;
}
