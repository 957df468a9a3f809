import { chooseEncoding, etagMatches } from '@voltframe/kit/contract/negotiate';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EncodedBody, type EncodedBytes, offeredEncodings } from '../render/encoded-body.ts';

export interface BodyOptions {
  status?: number;
  type: string;
  cache: string;
  /** Further request headers the answer depends on, besides Accept-Encoding. */
  vary?: string;
}

export const TYPES = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const;

/** Answers with a body in the coding the client prefers (RFC 9110 §12.5.3), or with 304 when it has it already (§13.1.2). */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
  { status = 200, type, cache, vary }: BodyOptions,
): Promise<FastifyReply> {
  const offered = offeredEncodings(body).filter((encoding) => encoding !== 'identity');
  const encoding =
    chooseEncoding(request.headers['accept-encoding'] as string | undefined, offered) ?? 'identity';
  const chosen = body.in(encoding);
  const encoded = chosen instanceof Promise ? await chosen : chosen;
  return sendEncoded(request, reply, encoded, encoding, {
    status,
    type,
    cache,
    vary: vary === undefined ? 'accept-encoding' : `accept-encoding, ${vary}`,
  });
}

export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: EncodedBytes,
  encoding: string,
  { status, type, cache, vary }: Required<BodyOptions>,
): FastifyReply {
  const raw = reply.raw;
  raw.setHeader('cache-control', cache);
  raw.setHeader('vary', vary);
  if (status === 200) {
    raw.setHeader('etag', etag);
    if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  if (encoding !== 'identity') raw.setHeader('content-encoding', encoding);
  return reply.code(status).header('content-type', type).header('content-length', bytes.length).send(bytes);
}
