import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { NO_SCHEMAS } from '../../../src/platform/processes/no-schemas.ts';

test('routes are answered without what compiles schemas, and one that states a schema is refused', async () => {
  const app = Fastify({ schemaController: NO_SCHEMAS });
  app.post('/', async ({ body }) => ({ body }));
  const { body } = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } });
  expect(JSON.parse(body)).toEqual({ body: { a: 1 } });
  const other = Fastify({ schemaController: NO_SCHEMAS });
  other.post('/', { schema: { body: { type: 'object' } } }, async () => ({}));
  await expect(other.ready()).rejects.toThrow('states a JSON schema');
});
