import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { gatewayErrors } from '../../../platform/errors.ts';
import { NO_INPUT } from '../request-state.ts';

/** Addresses of calls that no other route has. They are no pages, and their bodies are not read. */
export const unknownCalls: FastifyPluginAsyncZod = async (app) => {
  const refuse = async (): Promise<never> => {
    throw gatewayErrors.NOT_FOUND();
  };
  const schema = NO_INPUT;
  const errors = 'json';
  app.all('/api/*', { schema, config: { kind: 'form', errors }, onRequest: refuse }, refuse);
  app.all('/-/*', { schema, config: { kind: 'platform', errors }, onRequest: refuse }, refuse);
};
