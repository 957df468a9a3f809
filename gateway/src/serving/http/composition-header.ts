import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { servingErrors } from '../serving-errors.ts';
import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { contentSecurityPolicy, securityHeaders } from '../responses/security-headers.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { Site } from '../compositions/site.ts';
import './request-state.ts';

/** Before the first composition there is no site configuration. */
const BARE_HEADERS = { ...securityHeaders(contentSecurityPolicy([])), 'x-composition': 'none' };

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

/** @returns the live composition, or that of a preview. @throws GW_NO_COMPOSITION before the first activation. */
export function servedFor({ served }: FastifyRequest): ServedComposition {
  if (!served) throw servingErrors.NO_COMPOSITION();
  return served;
}

/**
 * Selects the composition of a payload or island, for the headers too.
 * @param inAddress id in the address; without one the header decides, then `servedFor`.
 */
export async function selectFor(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  inAddress: string | undefined,
): Promise<ServedComposition> {
  const named = inAddress ?? namedComposition(request.headers['x-composition']);
  const served = named === undefined ? servedFor(request) : await site.select(named);
  setCompositionHeaders(reply.raw, served);
  return served;
}

/** @returns the composition id that a request names in a header or a value of its query; anything else is undefined. */
export function namedComposition(value: unknown): string | undefined {
  return typeof value === 'string' && COMPOSITION_ID.test(value) ? value : undefined;
}
