import path from 'node:path';
import { MB } from '@voltframe/kit/contract/units';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import { z } from 'zod';
import { chooseEncoding, CODINGS, etagMatches } from '../../responses/negotiate.ts';
import { CACHE } from '../../responses/cache-policy.ts';
import { servingErrors } from '../../serving-errors.ts';
import { sendEncoded, tellSharedCaches } from '../send-body.ts';
import { type EncodedBytes, tagged } from '../../responses/encoded-body.ts';
import { availableDictionary, dictionaryHeader, type Differences } from '../../compositions/differences.ts';
import type { Site } from '../../compositions/site.ts';
import type { BlobStore } from '../../../platform/blobs/blob-store.ts';

const MEMORY_BYTES = 32 * MB;
/** Larger files are sent from the disk, with ranges, so that a video does not fill the memory. */
const FROM_DISK_BYTES = MB;

/** Always set: a cache must not send a browser a response for another dictionary. */
const BY_DICTIONARY = 'accept-encoding, available-dictionary';

/** Sends a client file of a servable release. @throws GW_ASSET_NOT_FOUND */
export type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  what: { app: string; file: string; cache: string; vary?: string; apps?: readonly string[] },
) => Promise<FastifyReply>;

interface FileSenderOptions {
  site: Pick<Site, 'asset'>;
  blobs: BlobStore;
}

/**
 * Sends client files of the live and the leased releases, which the build has compressed. The most recently requested
 * ones are in memory.
 */
export function createFileSender({ site, blobs }: FileSenderOptions): SendFile {
  const memory = new LRUCache<string, EncodedBytes>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
    ignoreFetchAbort: true, // an entry that is evicted during its read is still used
    async fetchMethod(sha256) {
      const bytes = await blobs.get(sha256);
      if (!bytes) throw servingErrors.ASSET_NOT_FOUND();
      return tagged(bytes);
    },
  });

  return async (request, reply, { app: owner, file, cache, vary, apps = [owner] }) => {
    const asset = await site.asset(owner, file);
    if (!asset) throw servingErrors.ASSET_NOT_FOUND();
    const { blobs: encodings } = asset;
    const available = CODINGS.filter((coding) => encodings[coding] !== undefined);
    const encoding = chooseEncoding(request.headers['accept-encoding'], available);
    const type = typeOf(file);
    // Networks and other sites show the pictures of a page.
    if (type.startsWith('image/')) reply.header('cross-origin-resource-policy', 'cross-origin');
    const large = asset.bytes > FROM_DISK_BYTES && encoding === 'identity';
    if (large && blobs.place && (await blobs.place.ensure(encodings.identity))) {
      tellSharedCaches(request, reply, cache, apps);
      // The name of a blob is its digest: as strong as an ETag can be.
      const etag = `"${encodings.identity}"`;
      reply.headers({ 'cache-control': cache, vary: vary ?? 'accept-encoding', etag });
      if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(type).sendFile(blobs.place.pathOf(encodings.identity), { contentType: false });
    }
    return sendEncoded(request, reply, await memory.forceFetch(encodings[encoding]!), encoding, {
      type,
      cache,
      vary,
      apps,
    });
  };
}

interface AssetOptions {
  site: Pick<Site, 'asset'>;
  differences: Pick<Differences, 'find'>;
  sendFile: SendFile;
}

const params = z.object({ app: z.string(), '*': z.string() });

/** Client files, addressed by their content. */
export const assetRoutes: FastifyPluginAsyncZod<AssetOptions> = async (
  app,
  { site, differences, sendFile },
) => {
  app.get('/assets/:app/*', { schema: { params }, config: { kind: 'asset' } }, async (request, reply) => {
    const { app: owner, '*': file } = request.params;
    const policy = request.served?.scriptPolicies.get(owner);
    if (policy !== undefined) reply.raw.setHeader('content-security-policy', policy);
    const what = { app: owner, file, cache: CACHE.immutable };
    const match = dictionaryHeader(owner, file);
    const asset = match === undefined ? undefined : await site.asset(owner, file);
    if (match === undefined || !asset) return sendFile(request, reply, what);
    reply.raw.setHeader('use-as-dictionary', match);
    const has = availableDictionary(request.headers);
    const difference = has && differences.find(owner, asset.blobs.identity, has);
    if (!difference) return sendFile(request, reply, { ...what, vary: BY_DICTIONARY });
    const answer = {
      type: typeOf(file),
      cache: CACHE.immutable,
      vary: BY_DICTIONARY,
      apps: [owner],
    };
    return sendEncoded(request, reply, difference, 'dcb', answer);
  });
};

/** @returns the media type of a file by its extension. */
export function typeOf(file: string): string {
  return contentType(path.extname(file)) || 'application/octet-stream';
}
