import {
  ISLAND_PROPS_MAX_BYTES,
  islandKey,
  parseIslandKey,
  parseIslandProps,
} from '@voltframe/kit/contract/page/island';
import type { IslandResponse } from '@voltframe/kit/contract/page/page-data';
import { KB } from '@voltframe/kit/contract/units';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import { hash } from 'ohash';
import { z } from 'zod';
import { CACHE, compositionCache } from '../../responses/cache-policy.ts';
import { servingErrors } from '../../serving-errors.ts';
import type { RenderingLimit } from '../rendering-limit.ts';
import { namedComposition, selectFor } from '../composition-header.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody, type EncodedBody } from '../../responses/encoded-body.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';
import type { Site } from '../../compositions/site.ts';
import { mostEntries } from '../../../platform/runtime/most-entries.ts';

interface IslandOptions {
  site: Site;
  renderingLimit: RenderingLimit;
}

const params = z.object({ file: z.string() });
/** Which props and which composition: `readProps` and `namedComposition` decide. */
const querystring = z.object({ props: z.unknown().optional(), composition: z.unknown().optional() });

const ADDRESS = '/__nuxt_island/:file';
/** Longer props, in characters, count for the network of the visitor before they are read. An address is shorter. */
const LONG_PROPS = 8 * KB;
const MOST_HASHED = 1_000;
/** Slightly above the limit of the route, so that the route's own error is sent. */
const BODY_BYTES = 2 * ISLAND_PROPS_MAX_BYTES;

/**
 * `GET /__nuxt_island/{Name}_{hash}.json?props=…` (docs/behaviour.md 11), and the same with larger props as the text of
 * a POST: JSON by its content, not by its type, so that they are read by the same rules.
 */
export const islandRoutes: FastifyPluginAsyncZod<IslandOptions> = async (app, { site, renderingLimit }) => {
  /** Long props whose hash is known, by the digest of address and text: visitors of one page send the same. */
  const hashed = new LRUCache<string, true>(mostEntries(MOST_HASHED));
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { file, composition, text }: { file: string; composition: unknown; text: unknown },
  ): Promise<FastifyReply> => {
    const parsed = file.endsWith('.json') ? parseIslandKey(file.slice(0, -'.json'.length)) : null;
    if (!parsed) throw servingErrors.ISLAND_NAME();
    const key = `${parsed.name}_${parsed.hash}`;
    const isLong = typeof text === 'string' && text.length > LONG_PROPS;
    const long = isLong ? digestOf(key, text) : undefined;
    const isKnown = long !== undefined && hashed.has(long);
    // Reading and hashing them takes up to 11 ms of the thread.
    if (isLong && !isKnown) renderingLimit.admit(request.ip);
    const props = readProps(text);
    if (!isKnown && islandKey(parsed.name, props, hash) !== key) throw servingErrors.ISLAND_HASH();
    if (long !== undefined) hashed.set(long, true);
    const inAddress = namedComposition(composition);
    const served = await selectFor(request, reply, site, inAddress);
    if (!Object.hasOwn(served.composition.islands, parsed.name))
      throw servingErrors.ISLAND_NOT_FOUND({ name: parsed.name });
    // Any page may have the island without props.
    const isAdmitted = Object.keys(props).length === 0 || (isLong && !isKnown);
    const admit = () => (isAdmitted ? undefined : renderingLimit.admit(request.ip));
    const body = await islandBody(served, { name: parsed.name, props, key }, admit);
    const cache = request.method === 'POST' ? CACHE.never : compositionCache(inAddress, body.data);
    const apps = cache === CACHE.immutable ? [served.composition.islands[parsed.name]!.app] : undefined;
    return sendBody(request, reply, body, { type: TYPES.json, cache, apps });
  };
  const config = { kind: 'island', errors: 'json' } as const;
  app.get(ADDRESS, { schema: { params, querystring }, config }, (request, reply) => {
    const { props: text, composition } = request.query;
    return answer(request, reply, { file: request.params.file, composition, text });
  });
  app.post(
    ADDRESS,
    { schema: { params, querystring, body: z.unknown().optional() }, config, bodyLimit: BODY_BYTES },
    (request, reply) => {
      const { file } = request.params;
      return answer(request, reply, { file, composition: request.query.composition, text: request.body });
    },
  );
};

function digestOf(key: string, text: string): string {
  return createHash('sha256').update(key).update('\n').update(text).digest('base64');
}

function readProps(text: unknown): Record<string, unknown> {
  // A repeated parameter is no JSON object.
  const result = parseIslandProps(typeof text === 'string' || text === undefined ? text : '[]');
  if (result.ok) return result.props;
  if (result.status === 413) throw servingErrors.ISLAND_TOO_LARGE();
  throw servingErrors.ISLAND_PROPS({ reason: result.message });
}

async function islandBody(
  served: ServedComposition,
  { name, props, key }: { name: string; props: Record<string, unknown>; key: string },
  admit: () => void,
): Promise<EncodedBody> {
  const address = `/__nuxt_island/${key}.json`;
  const cached = served.answers.find(address, served.composition.islands[name]!.app);
  if (cached) return cached;
  const { value, inputs } = await served.renderer.island(name, props, {
    admit,
    isListed: served.embedded.has(key),
  });
  const link = served.composition.islands[name]!.css.map((href) => ({ rel: 'stylesheet' as const, href }));
  const body = createEncodedBody(
    JSON.stringify({ id: key, html: value.html, head: { link } } satisfies IslandResponse),
    served.upstreams?.of(inputs),
  );
  served.answers.store(address, body);
  return body;
}
