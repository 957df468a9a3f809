import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { IconList } from '@voltframe/kit/contract/operations/operations';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { registerIconNames } from '../../../../src/releasing/operations/routes/icon-names.ts';

const TOKEN = 'vf_of-the-team-of-docs-1234';

async function ask(token: string) {
  const app = Fastify();
  app.setErrorHandler((error: Error, _request, reply) =>
    isPlatformError(error) ? reply.code(error.status).send({ code: error.code }) : error,
  );
  const find = async (secret: string) => (secret === TOKEN ? { role: 'team', app: 'docs' } : undefined);
  registerIconNames(app, { tokens: { find } as never });
  return app.inject({ url: '/-/icons', headers: { authorization: `Bearer ${token}` } });
}

it('names the icons of the gateway to whoever has a token', async () => {
  const { icons } = (await ask(TOKEN)).json<IconList>();
  expect(icons).toContain('lucide:arrow-right');
});

it('names them to nobody else', async () => {
  expect((await ask('wrong')).statusCode).toBe(401);
});
