import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CACHE } from '../../responses/cache-policy.ts';
import type { Site } from '../../compositions/site.ts';
import type { Development } from '../../../observing/errors/development/development.ts';
import { servingErrors } from '../../serving-errors.ts';
import { timingSafeEqual } from 'node:crypto';
import { isCrossSite, type PostOrigin } from '../cross-site.ts';
import { isOwnHost } from '../own-host.ts';

const ERROR_BYTES = 64 * 1024;

const body = z.strictObject({ message: z.string(), stack: z.string() });

interface DevelopmentOptions {
  site: Pick<Site, 'live'>;
  development: Development;
}

/**
 * The call of pages in development (kit/src/build/refresh/client), with `DEV=1` only: an error, which is answered with
 * its place in the sources.
 */
export const developmentRoutes: FastifyPluginAsyncZod<DevelopmentOptions> = async (
  app,
  { site, development },
) => {
  app.setSchemaErrorFormatter(() => servingErrors.DEVELOPMENT_REFUSED());
  // Before the body is read.
  const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
    const siteUrl = site.live()?.composition.site.url;
    if (siteUrl === undefined || !isOwnPage(headers, siteUrl, development.token))
      throw servingErrors.DEVELOPMENT_REFUSED();
  };
  app.post(
    '/-/refresh/errors',
    {
      schema: { body },
      config: { kind: 'platform', errors: 'json' },
      bodyLimit: ERROR_BYTES,
      onRequest,
    },
    async (request, reply) =>
      reply.header('cache-control', CACHE.never).send(await development.seen(request.body)),
  );
};

/** The header that carries the token of the events' stream. */
const TOKEN_HEADER = 'x-development-token';

/**
 * Checks that a post comes from a page of this gateway, because it reads sources and writes to the terminal. A page
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
