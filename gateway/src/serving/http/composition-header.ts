import type { FastifyInstance } from 'fastify';
import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { contentSecurityPolicy, securityHeaders } from '../responses/security-headers.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { Site } from '../compositions/site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The composition that answers: the live one, or the one that the request names. */
    served: ServedComposition | undefined;
  }
}

/** Before the first composition there is no site configuration to take anything from. */
const BARE_HEADERS = { ...securityHeaders(contentSecurityPolicy([]), false), 'x-composition': 'none' };

/** Security headers and `x-composition` on every answer, errors and 304 included. */
export function registerCompositionHeader(app: FastifyInstance, site: Site): void {
  app.decorateRequest('served', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    request.served = site.live();
    setCompositionHeaders(reply.raw, request.served);
    done();
  });
}

export function compositionHeaders(served: ServedComposition | undefined): Readonly<Record<string, string>> {
  return served?.headers ?? BARE_HEADERS;
}

export function setCompositionHeaders(
  raw: { setHeader(name: string, value: string): unknown },
  served: ServedComposition | undefined,
): void {
  const headers = compositionHeaders(served);
  for (const name in headers) raw.setHeader(name, headers[name]!);
}

/** @returns the composition id that a request names in a header or a value of its query; anything else is undefined. */
export function namedComposition(...candidates: unknown[]): string | undefined {
  return candidates.find((value): value is string => typeof value === 'string' && COMPOSITION_ID.test(value));
}
