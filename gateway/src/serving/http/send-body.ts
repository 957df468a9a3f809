import { chooseEncoding, etagMatches } from '../responses/negotiate.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyAt } from '../responses/answer-cache.ts';
import { type EncodedBody, type EncodedBytes, offeredCodings } from '../responses/encoded-body.ts';

export interface BodyOptions {
  status?: number;
  type: string;
  cache: string;
  /** The request headers that the response depends on; absent for Accept-Encoding alone. */
  vary?: string | undefined;
  /** The apps with content in the response, as its surrogate keys; absent for none. */
  apps?: readonly string[] | undefined;
  /** Absent: the response is not the same for everyone. */
  ready?: ReadyAt | undefined;
}

export const TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const;

/**
 * Answers with a body in the coding that the client prefers (RFC 9110 §12.5.3), or with 304 when the client has that
 * body (§13.1.2).
 */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
  options: BodyOptions,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], offeredCodings(body));
  const chosen = body.in(encoding);
  const encoded = chosen instanceof Promise ? await chosen : chosen;
  const { data } = body;
  const state = data?.state() ?? 'fresh';
  if (state !== 'fresh') reply.raw.setHeader('x-data', 'stale');
  // Upstream data changes without a purge.
  const apps = data === undefined ? options.apps : undefined;
  return sendEncoded(request, reply, encoded, encoding, { ...options, apps });
}

export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: EncodedBytes,
  encoding: string,
  { status = 200, type, cache, vary = 'accept-encoding', apps = [], ready }: BodyOptions,
): FastifyReply {
  const raw = reply.raw;
  raw.setHeader('cache-control', cache);
  raw.setHeader('vary', vary);
  tellSharedCaches(request, reply, cache, apps);
  if (status === 200) {
    raw.setHeader('etag', etag);
    if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  if (encoding !== 'identity') raw.setHeader('content-encoding', encoding);
  reply.code(status).header('content-type', type).header('content-length', bytes.length);
  if (ready) {
    const headers = { ...raw.getHeaders(), ...reply.getHeaders() };
    const entry = { url: request.url, address: ready.address, encoding };
    ready.answers.makeReady(entry, headers, { bytes, etag }, ready.label);
  }
  return reply.send(bytes);
}

/** Sets the headers for shared caches besides `Cache-Control`; none for a preview. */
export function tellSharedCaches(
  { preview, server }: FastifyRequest,
  { raw }: FastifyReply,
  cache: string,
  apps: readonly string[],
): void {
  if (preview) return;
  for (const [name, value] of Object.entries(server.sharedCaches?.(cache, apps) ?? {}))
    raw.setHeader(name, value);
}
