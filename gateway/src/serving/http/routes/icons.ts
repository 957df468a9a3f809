import {
  type IconData,
  type IconSet,
  isIconName,
  parseIconList,
  selectIcons,
} from '@voltframe/kit/contract/page/icon';
import { DAY_MS, MB, MINUTE_MS } from '@voltframe/kit/contract/units';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CACHE } from '../../responses/cache-policy.ts';
import { isSafeIconBody, readCollection } from '../../responses/icons.ts';
import { servingErrors } from '../../serving-errors.ts';
import { readBody } from '../../upstreams/fetch-response.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody } from '../../responses/encoded-body.ts';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { z } from 'zod';
import { createAttemptLimit, createNetworkLimit } from '../../../platform/runtime/attempt-limit.ts';

const params = z.object({ file: z.string() });
/** A repeated parameter is no list. */
const querystring = z.object({ icons: z.string().optional().catch(undefined) });

/** `GET /api/_nuxt_icon/{prefix}.json?icons=a,b` (docs/behaviour.md 12). Only answers of status 200 may be cached. */
export const iconRoutes: FastifyPluginAsyncZod<{ fallback: IconFallback }> = async (app, { fallback }) => {
  const sets = new Map<string, Promise<IconSet>>();
  const bundled = (prefix: string): Promise<IconSet> | undefined => {
    const set = sets.get(prefix) ?? readCollection(prefix);
    if (set) sets.set(prefix, set);
    return set;
  };

  app.get(
    '/api/_nuxt_icon/:file',
    { schema: { params, querystring }, config: { kind: 'icon', errors: 'json' } },
    async (request, reply) => {
      const prefix = request.params.file.replace(/\.json$/, '');
      if (!isIconName(prefix)) throw servingErrors.ICON_REQUEST({ reason: 'the collection is not a name' });
      const { icons } = request.query;
      const list = icons === undefined ? null : parseIconList(icons);
      if (!list)
        throw servingErrors.ICON_REQUEST({ reason: 'icons must list between one name and the limit' });
      const set = await bundled(prefix);
      const data = set ? selectIcons(set, list.names) : await fallback.icons(prefix, list.names, request.ip);
      const answer = { ...data, not_found: [...(data.not_found ?? []), ...list.invalid] };
      return sendBody(request, reply, createEncodedBody(JSON.stringify(answer)), {
        type: TYPES.json,
        cache: CACHE.week,
      });
    },
  );
};

interface IconFallbackOptions {
  /** Base address of an Iconify API; undefined = none. */
  url: string | undefined;
  fetch: typeof fetch;
  now: () => number;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = MB;
/** Largest drawing of one icon, in characters. */
const LONGEST_BODY = 64 * 1024;
/** Limit of all cached icons, in characters; and the time for which icons, and missing names, are cached. */
const MAX_CACHED = 4 * MB;
const CACHED_MS = DAY_MS;
const WINDOW_MS = MINUTE_MS;
/** Requests to the service a minute: for one network of visitors, and for all. */
const PER_NETWORK = 30;
const IN_TOTAL = 300;
const ALL = 'all';

const icon = z.object({
  body: z.string().max(LONGEST_BODY).refine(isSafeIconBody, 'it draws with more than shapes'),
  ...Object.fromEntries(
    ['left', 'top', 'width', 'height', 'rotate'].map((name) => [name, z.number().optional()]),
  ),
  hFlip: z.boolean().optional(),
  vFlip: z.boolean().optional(),
});
const answer = z.object({
  icons: z.record(z.string(), z.unknown()),
  aliases: z.record(z.string(), z.looseObject({ parent: z.string() })).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
});

export interface IconFallback {
  /**
   * @param prefix, names checked to be names: the host is the configured one whatever the request says.
   * @param address of the visitor.
   * @throws GW_ICON_COLLECTION_NOT_FOUND, GW_ICON_FALLBACK_FAILED, GW_ICON_LIMIT
   */
  icons(prefix: string, names: string[], address: string): Promise<IconSet>;
}

/** Icons that are not bundled, from the public service that the operator configured. */
export function createIconFallback({ url, fetch, now }: IconFallbackOptions): IconFallback {
  const cached = new LRUCache<string, { icon: IconData | undefined }>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ icon: data }, key) => key.length + (data?.body.length ?? 0) + 100,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const perNetwork = createNetworkLimit({ most: PER_NETWORK, windowMs: WINDOW_MS, now });
  const inTotal = createAttemptLimit({ most: IN_TOTAL, windowMs: WINDOW_MS, now });
  return {
    async icons(prefix: string, names: string[], address: string): Promise<IconSet> {
      if (url === undefined || names.length === 0)
        throw servingErrors.ICON_COLLECTION_NOT_FOUND({ collection: prefix });
      const entries = new Map(names.map((name) => [name, cached.get(`${prefix} ${name}`)]));
      const missing = names.filter((name) => !entries.get(name));
      if (missing.length > 0) {
        if (!perNetwork.take(address) || !inTotal.take(ALL)) throw servingErrors.ICON_LIMIT();
        const fetched = await fetchIcons(url, prefix, missing, fetch);
        for (const name of missing) {
          const entry = { icon: fetched.get(name) };
          cached.set(`${prefix} ${name}`, entry);
          entries.set(name, entry);
        }
      }
      const icons: Record<string, IconData> = {};
      for (const [name, entry] of entries) if (entry?.icon) icons[name] = entry.icon;
      return { prefix, icons, not_found: names.filter((name) => !entries.get(name)?.icon) };
    },
  };
}

async function fetchIcons(
  service: string,
  prefix: string,
  names: string[],
  fetch: IconFallbackOptions['fetch'],
): Promise<Map<string, IconData>> {
  const base = new URL(service);
  const path = `${base.pathname.replace(/\/$/, '')}/${prefix}.json?icons=${names.join(',')}`;
  try {
    const response = await fetch(new URL(path, base.origin), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (response.status === 404) throw servingErrors.ICON_COLLECTION_NOT_FOUND({ collection: prefix });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return readIcons(prefix, names, String(await readBody(response.body ?? Readable.from([]), MAX_BYTES)));
  } catch (error) {
    if (isPlatformError(error)) throw error;
    throw servingErrors.ICON_FALLBACK_FAILED({ reason: (error as Error).message });
  }
}

/** Keeps the requested icons that are plain drawings. */
function readIcons(prefix: string, names: string[], text: string): Map<string, IconData> {
  const parsed = answer.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error('the answer is not icon data');
  const { icons } = selectIcons({ prefix, ...parsed.data } as IconSet, names);
  const drawings = new Map<string, IconData>();
  for (const [name, data] of Object.entries(icons)) {
    const drawing = icon.safeParse(data);
    if (drawing.success) drawings.set(name, drawing.data as IconData);
  }
  return drawings;
}
