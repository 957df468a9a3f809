import { absoluteUrl, canonicalUrl } from '@voltframe/kit/contract/page/canonical';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import { matchRules } from '@voltframe/kit/contract/routing/route-rules';
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

/** The addresses of a composition, one list for each file, and the files that are written. */
interface Written {
  lists: PathEntry[][];
  inputs: Record<string, string>;
  files: Map<number | undefined, Promise<EncodedBody>>;
}

/** @param now milliseconds since the epoch. */
export function createSitemaps(now: () => number): Sitemaps {
  const known = new WeakMap<ServedComposition, { until: number; written: Promise<Written> }>();
  const current = (served: ServedComposition): Promise<Written> => {
    const last = known.get(served);
    if (last && now() < last.until) return last.written;
    const written = collect(served);
    known.set(served, { until: now() + KEPT_MS, written });
    return written;
  };
  return {
    async read(served, part) {
      const { lists, inputs, files } = await current(served);
      const hasIndex = lists.length > 1;
      const list = part === undefined ? (lists[0] ?? []) : hasIndex ? lists[part - 1] : undefined;
      if (!list) return undefined;
      const write = async (): Promise<EncodedBody> => {
        const isIndex = part === undefined && hasIndex;
        const xml = isIndex ? sitemapIndex(lists.length, served) : await urlSet(list, served);
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
async function collect(served: ServedComposition): Promise<Written> {
  const { composition, matcher, renderer, releases, telemetry } = served;
  // Guarded pages, and those that need a sign-in, are not for search engines.
  const open = composition.routes.filter(
    (route) => isCacheable(route, matchRules(matcher, route.path)) && route.requires === undefined,
  );
  const answers = await Promise.all(
    open.map((route) =>
      renderer.listed(route).catch((error: unknown) => {
        const { app, id } = route;
        telemetry.failure({ kind: 'ahead', app, digest: releases[app]?.digest, what: id, error });
        return { value: [], inputs: {} };
      }),
    ),
  );
  const inputs: Record<string, string> = Object.assign({}, ...answers.map((answer) => answer.inputs));
  const { redirecting } = renderer;
  const shown = answers.flatMap(({ value }) => value).filter(({ path }) => !redirecting.has(path));
  return { lists: divide(shown), inputs, files: new Map() };
}

/** @returns the addresses in lists within the limits of a file. */
function divide(entries: PathEntry[]): PathEntry[][] {
  const lists: PathEntry[][] = [];
  let list: PathEntry[] | undefined;
  let characters = 0;
  for (const entry of entries) {
    const { length } = entry.path;
    if (!list || list.length >= MOST_ADDRESSES || characters + length > MOST_CHARACTERS) {
      lists.push((list = []));
      characters = 0;
    }
    list.push(entry);
    characters += length;
  }
  return lists;
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
