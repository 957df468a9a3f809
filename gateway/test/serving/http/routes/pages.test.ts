import type { Composition } from '@voltframe/kit/contract/release/composition';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { ServedComposition } from '../../../../src/serving/compositions/served-composition.ts';
import type { Site } from '../../../../src/serving/compositions/site.ts';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { pageRoutes } from '../../../../src/serving/http/routes/pages.ts';
import type { PageService } from '../../../../src/serving/pages/page-service.ts';

test.each(['/docs', '/docs/_payload.json'])(
  'passes an address to %s for a reset connection, so that the limit of renderings applies',
  async (url) => {
    const visitors: unknown[] = [];
    const page = async (_: unknown, __: string, ___: string, visitor?: string): Promise<never> => {
      visitors.push(visitor);
      throw new Error('not answered');
    };
    const served = {
      composition: { routes: [], site: { trailingSlash: false } } as unknown as Composition,
    } as ServedComposition;
    const app = Fastify(fastifyOptions());
    onTestFinished(() => app.close());
    app.decorateRequest('served', undefined);
    app.addHook('onRequest', (request: FastifyRequest, _, done) => {
      request.served = served;
      Object.defineProperty(request, 'ip', { value: undefined });
      done();
    });
    void app.register(pageRoutes, {
      site: { live: () => served } as Site,
      pages: { document: page, payload: page } as unknown as PageService,
      renderingLimit: { admit() {} },
      sendFile() {
        throw new Error('a file was asked for');
      },
    });
    await app.inject({ url });
    expect(visitors).toEqual(['']);
  },
);
