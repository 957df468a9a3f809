import { APP_NAME } from '@voltframe/kit/contract/names';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CACHE } from '../../responses/cache-policy.ts';
import type { Site } from '../../compositions/site.ts';
import type { Development } from '../../../observing/errors/development/development.ts';
import { gatewayErrors } from '../../../platform/errors.ts';
import { timingSafeEqual } from 'node:crypto';
import { isCrossSite, type PostOrigin } from '../cross-site.ts';
import { isOwnHost } from '../own-host.ts';

const ERROR_BYTES = 64 * 1024;
const PLACE_BYTES = 1024;
const NO_CONTENT = 204;

const error = z.strictObject({ message: z.string(), stack: z.string() });
const place = z.strictObject({
  app: z.string().regex(APP_NAME),
  file: z.string().max(200),
  line: z.int().min(1).max(1_000_000),
});

/**
 * The calls of pages in development (kit/src/build/refresh/client), with `DEV=1` only:
 * an error, which is answered with its place in the sources, and a source, which is opened in the editor.
 */
export function registerDevelopment(app: FastifyInstance, site: Site, development: Development): void {
  // Before the body is read.
  const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
    const siteUrl = site.live()?.composition.site.url;
    if (siteUrl === undefined || !isOwnPage(headers, siteUrl, development.token))
      throw gatewayErrors.DEVELOPMENT_REFUSED();
  };
  const bodyOf = <Body>({ body }: FastifyRequest, schema: z.ZodType<Body>): Body => {
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw gatewayErrors.DEVELOPMENT_REFUSED();
    return parsed.data;
  };
  app.post('/-/refresh/errors', { bodyLimit: ERROR_BYTES, onRequest }, async (request, reply) => {
    const problem = await development.seen(bodyOf(request, error));
    return reply.header('cache-control', CACHE.never).send(problem);
  });
  app.post('/-/refresh/editor', { bodyLimit: PLACE_BYTES, onRequest }, async (request, reply) => {
    const { app: owner, file, line } = bodyOf(request, place);
    await development.editor.open(owner, { file, line });
    return reply.code(NO_CONTENT).header('cache-control', CACHE.never).send();
  });
}

/** The header that carries the token of the events' stream. */
const TOKEN_HEADER = 'x-development-token';

/**
 * Checks that a post comes from a page of this gateway, because it starts programs and writes to the terminal. A page
 * of another site is recognized by its headers, and DNS rebinding by the host name. Neither can read the token, which
 * only the event stream contains.
 * @param siteUrl the address that visitors see
 */
export function isOwnPage(
  headers: PostOrigin & Record<string, string | string[] | undefined>,
  siteUrl: string,
  token: string,
): boolean {
  return (
    !isCrossSite(headers, siteUrl) &&
    isOwnHost(headers.host, [new URL(siteUrl).hostname]) &&
    isSame(String(headers[TOKEN_HEADER] ?? ''), token)
  );
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
