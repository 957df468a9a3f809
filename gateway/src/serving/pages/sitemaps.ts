import { absoluteUrl, canonicalUrl } from '@voltframe/kit/contract/page/canonical';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCacheable } from '../compositions/client-tables.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import { createEncodedBody, type EncodedBody } from '../responses/encoded-body.ts';

/** The limit of sitemaps.org for one file. */
const MOST_ADDRESSES = 50_000;
/** Of the addresses of one file, so that its text is compressed and hashed in a few milliseconds of the thread. */
const MOST_CHARACTERS = 2_000_000;
/** Apps write the addresses, and upstreams may change them with each request. In milliseconds. */
const KEPT_MS = MINUTE_MS;
/** Addresses that are written without a pause: other requests are answered between them. */
const AT_ONCE = 100;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The sitemap of each composition. */
export interface Sitemaps {
  /**
   * Writes a file once, whatever the number of requests, and again after a minute.
   * @param part a part of an index, from 1 on. Absent: `sitemap.xml`, which is an index for more than one part.
   * @returns undefined when there is no such part.
   */
  read(served: ServedComposition, part?: number): Promise<EncodedBody | undefined>;
}

/** The addresses of a composition, divided into files, and the files that are written. */
interface Written {
  until: number;
  parts: PathEntry[][];
  inputs: Record<string, string>;
  files: Map<number | undefined, Promise<EncodedBody>>;
}

/** @param now milliseconds since the epoch. */
export function createSitemaps(now: () => number): Sitemaps {
  const known = new WeakMap<ServedComposition, Promise<Written>>();
  const current = async (served: ServedComposition): Promise<Written> => {
    const last = known.get(served);
    if (last && now() < (await last).until) return last;
    // Another request may have begun it in the meantime.
    const begun = known.get(served);
    const next = begun === last || !begun ? collect(served, now() + KEPT_MS) : begun;
    known.set(served, next);
    return next;
  };
  return {
    async read(served, part) {
      const { parts, inputs, files } = await current(served);
      const entries =
        part === undefined ? (parts.length > 1 ? undefined : (parts[0] ?? [])) : parts[part - 1];
      if (part !== undefined && (!entries || parts.length < 2)) return undefined;
      const write = async (): Promise<EncodedBody> => {
        const xml = entries ? await urlSet(entries, served) : sitemapIndex(parts.length, served);
        return createEncodedBody(xml, served.upstreams?.of(inputs));
      };
      const file = files.get(part) ?? write();
      files.set(part, file);
      return file;
    },
  };
}

/**
 * Lists the public pages. Those that are known to redirect are left out; none is rendered for it. A route whose list
 * fails is left out, too: the pages of other apps stay.
 */
async function collect(served: ServedComposition, until: number): Promise<Written> {
  const { composition, matcher, renderer, releases, telemetry } = served;
  // Guarded pages, and those that need a sign-in, are not for search engines.
  const open = composition.routes.filter(
    (route) => isCacheable(route, matcher) && route.requires === undefined,
  );
  const lists = await Promise.all(
    open.map((route) =>
      renderer.listed(route).catch((error: unknown) => {
        const { app, id } = route;
        telemetry.failure({ kind: 'ahead', app, digest: releases[app]?.digest, what: id, error });
        return { value: [], inputs: {} };
      }),
    ),
  );
  const inputs: Record<string, string> = Object.assign({}, ...lists.map((list) => list.inputs));
  const { redirecting } = renderer;
  const shown = lists.flatMap(({ value }) => value).filter(({ path }) => !redirecting.has(path));
  return { until, parts: divide(shown), inputs, files: new Map() };
}

function divide(entries: PathEntry[]): PathEntry[][] {
  const parts: PathEntry[][] = [];
  let part: PathEntry[] = [];
  let characters = Infinity;
  for (const entry of entries) {
    characters += entry.path.length;
    if (characters > MOST_CHARACTERS || part.length >= MOST_ADDRESSES) {
      parts.push((part = []));
      characters = entry.path.length;
    }
    part.push(entry);
  }
  return parts;
}

async function urlSet(entries: PathEntry[], { composition: { site } }: ServedComposition): Promise<string> {
  const urls: string[] = [];
  for (const { path, updated } of entries) {
    if (urls.length % AT_ONCE === 0) await nextTurn();
    const loc = escapeHtml(canonicalUrl(path, '', site));
    const changed = updated === undefined ? '' : `<lastmod>${escapeHtml(updated)}</lastmod>`;
    urls.push(`<url><loc>${loc}</loc>${changed}</url>`);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n${urls.join('\n')}\n</urlset>\n`;
}

function sitemapIndex(parts: number, { composition: { site } }: ServedComposition): string {
  const files = Array.from({ length: parts }, (_, at) => {
    const loc = escapeHtml(absoluteUrl(`/sitemap-${at + 1}.xml`, site));
    return `<sitemap><loc>${loc}</loc></sitemap>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${NAMESPACE}">\n${files.join('\n')}\n</sitemapindex>\n`;
}
