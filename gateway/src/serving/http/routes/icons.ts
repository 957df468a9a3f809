import {
  type IconData,
  type IconSet,
  isIconName,
  parseIconList,
  selectIcons,
} from '@voltframe/kit/contract/page/icon';
import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../responses/cache-policy.ts';
import { isSafeIconBody, readCollection } from '../../responses/icons.ts';
import { gatewayErrors } from '../../../platform/errors.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody } from '../../responses/encoded-body.ts';
import { LRUCache } from 'lru-cache';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { z } from 'zod';
import { createAttemptLimit } from '../../../platform/runtime/attempt-limit.ts';
import { visitorNetwork } from '../../../platform/runtime/visitor-network.ts';

/** `GET /api/_nuxt_icon/{prefix}.json?icons=a,b` (docs/behaviour.md 12). Only answers of status 200 may be cached. */
export function registerIcons(app: FastifyInstance, fallback: IconFallback): void {
  const sets = new Map<string, Promise<IconSet>>();
  const bundled = (prefix: string): Promise<IconSet> | undefined => {
    const set = sets.get(prefix) ?? readCollection(prefix);
    if (set) sets.set(prefix, set);
    return set;
  };

  app.get<{ Params: { file: string }; Querystring: { icons?: string } }>(
    '/api/_nuxt_icon/:file',
    async (request, reply) => {
      const prefix = request.params.file.replace(/\.json$/, '');
      if (!isIconName(prefix)) throw gatewayErrors.ICON_REQUEST({ reason: 'the collection is not a name' });
      const { icons } = request.query;
      const list = typeof icons === 'string' ? parseIconList(icons) : null;
      if (!list)
        throw gatewayErrors.ICON_REQUEST({ reason: 'icons must list between one name and the limit' });
      const set = await bundled(prefix);
      const data = set ? selectIcons(set, list.names) : await fallback.icons(prefix, list.names, request.ip);
      const answer = { ...data, not_found: [...(data.not_found ?? []), ...list.invalid] };
      return sendBody(request, reply, createEncodedBody(JSON.stringify(answer), 'quick'), {
        type: TYPES.json,
        cache: CACHE.week,
      });
    },
  );
}

interface IconFallbackOptions {
  /** Base address of an Iconify API; undefined = none. */
  url: string | undefined;
  fetch: typeof fetch;
  now: () => number;
}

/** Icons that are not bundled, from the public service that the operator configured. */
interface IconFallback {
  /**
   * @param prefix, names checked to be names: the host is the configured one whatever the request says.
   * @param address of the visitor.
   * @throws GW_ICON_COLLECTION_NOT_FOUND, GW_ICON_FALLBACK_FAILED, GW_ICON_LIMIT
   */
  icons(prefix: string, names: string[], address: string): Promise<IconSet>;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** Of one icon's drawing, in characters. */
const LONGEST_BODY = 64 * 1024;
/** All icons that are kept, in characters; and how long, also that there is none of a name. */
const KEPT = 4 * 1024 * 1024;
const KEPT_MS = 24 * 3_600_000;
const WINDOW_MS = 60_000;
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

export function createIconFallback({ url, fetch, now }: IconFallbackOptions): IconFallback {
  const kept = new LRUCache<string, { icon: IconData | undefined; until: number }>({
    maxSize: KEPT,
    sizeCalculation: ({ icon: data }, key) => key.length + (data?.body.length ?? 0) + 100,
  });
  const perNetwork = createAttemptLimit({ most: PER_NETWORK, windowMs: WINDOW_MS, now });
  const inTotal = createAttemptLimit({ most: IN_TOTAL, windowMs: WINDOW_MS, now });
  const known = (prefix: string, name: string) => {
    const entry = kept.get(`${prefix} ${name}`);
    return entry && entry.until > now() ? entry : undefined;
  };
  return {
    async icons(prefix, names, address) {
      if (url === undefined || names.length === 0)
        throw gatewayErrors.ICON_COLLECTION_NOT_FOUND({ collection: prefix });
      const missing = names.filter((name) => !known(prefix, name));
      if (missing.length > 0) {
        if (!perNetwork.take(visitorNetwork(address)) || !inTotal.take(ALL)) throw gatewayErrors.ICON_LIMIT();
        const found = await fetchIcons(url, prefix, missing, fetch);
        for (const name of missing)
          kept.set(`${prefix} ${name}`, { icon: found.get(name), until: now() + KEPT_MS });
        return collected(prefix, names, (name) => found.get(name) ?? known(prefix, name)?.icon);
      }
      return collected(prefix, names, (name) => known(prefix, name)?.icon);
    },
  };
}

function collected(prefix: string, names: string[], find: (name: string) => IconData | undefined): IconSet {
  const icons: Record<string, IconData> = {};
  for (const name of names) {
    const data = find(name);
    if (data) icons[name] = data;
  }
  return { prefix, icons, not_found: names.filter((name) => !Object.hasOwn(icons, name)) };
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
    if (response.status === 404) throw gatewayErrors.ICON_COLLECTION_NOT_FOUND({ collection: prefix });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return readIcons(prefix, names, await readText(response));
  } catch (error) {
    if (isPlatformError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw gatewayErrors.ICON_FALLBACK_FAILED({ reason });
  }
}

/** @throws as soon as there are too many bytes, without reading the rest. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Keeps the requested icons that are plain drawings. */
function readIcons(prefix: string, names: string[], text: string): Map<string, IconData> {
  const parsed = answer.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error('the answer is not icon data');
  const { icons } = selectIcons({ prefix, ...parsed.data } as IconSet, names);
  const found = new Map<string, IconData>();
  for (const [name, data] of Object.entries(icons)) {
    const drawing = icon.safeParse(data);
    if (drawing.success) found.set(name, drawing.data as IconData);
  }
  return found;
}
