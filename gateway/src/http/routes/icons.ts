import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { type IconSet, isIconName, parseIconList, selectIcons } from '@voltframe/kit/contract/page/icon';
import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../answers/cache-policy.ts';
import { gatewayErrors } from '../../errors.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody } from '../../answers/encoded-body.ts';

/** Collections that come with the gateway, in Iconify's JSON. */
const BUNDLED: Record<string, string> = {
  lucide: '@iconify-json/lucide/icons.json',
  'simple-icons': '@iconify-json/simple-icons/icons.json',
};
const FALLBACK_TIMEOUT_MS = 5_000;
const FALLBACK_MAX_BYTES = 1024 * 1024;

export interface IconOptions {
  /** Base address of an Iconify API; undefined = bundled collections only. */
  fallbackUrl: string | undefined;
  fetch: typeof fetch;
}

/** `GET /api/_nuxt_icon/{prefix}.json?icons=a,b` (docs/behaviour.md 12). Only answers of status 200 may be cached. */
export function registerIcons(app: FastifyInstance, options: IconOptions): void {
  const require = createRequire(import.meta.url);
  const sets = new Map<string, Promise<IconSet>>();
  const bundled = (prefix: string): Promise<IconSet> | undefined => {
    if (!Object.hasOwn(BUNDLED, prefix)) return undefined;
    const set =
      sets.get(prefix) ??
      readFile(require.resolve(BUNDLED[prefix]!), 'utf8').then((text) => JSON.parse(text) as IconSet);
    sets.set(prefix, set);
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
      const data = set ? selectIcons(set, list.names) : await fetchIcons(prefix, list.names, options);
      const answer = { ...data, not_found: [...(data.not_found ?? []), ...list.invalid] };
      return sendBody(request, reply, createEncodedBody(JSON.stringify(answer), 'quick'), {
        type: TYPES.json,
        cache: CACHE.week,
      });
    },
  );
}

/** The host is the configured one whatever the request says: prefix and names have been checked to be names. */
async function fetchIcons(
  prefix: string,
  names: string[],
  { fallbackUrl, fetch }: IconOptions,
): Promise<IconSet> {
  if (fallbackUrl === undefined || names.length === 0)
    throw gatewayErrors.ICON_COLLECTION_NOT_FOUND({ collection: prefix });
  const base = new URL(fallbackUrl);
  const url = new URL(
    `${base.pathname.replace(/\/$/, '')}/${prefix}.json?icons=${names.join(',')}`,
    base.origin,
  );
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(FALLBACK_TIMEOUT_MS),
      redirect: 'error',
    });
    if (response.status === 404) throw gatewayErrors.ICON_COLLECTION_NOT_FOUND({ collection: prefix });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const text = await response.text();
    if (text.length > FALLBACK_MAX_BYTES) throw new Error('the answer is too large');
    const set = JSON.parse(text) as IconSet;
    if (typeof set?.icons !== 'object') throw new Error('the answer is not icon data');
    return selectIcons(set, names);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'GW_ICON_COLLECTION_NOT_FOUND')
      throw error;
    throw gatewayErrors.ICON_FALLBACK_FAILED({
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}
