import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayDo } from '../../authorize.ts';
import type { OpsDeps } from '../../operations-deps.ts';
import { accessPage, revokePage } from '../../page/access-page.ts';
import { sendPage, signedIn } from '../../page/send-page.ts';
import { isOwnForm } from '../../page/session.ts';
import { createTokenChanges, tokenRequest } from '../../token-changes.ts';
import { readInput } from '../../operation.ts';

const DAY_MS = 86_400_000;

const form = z.strictObject({
  app: z.string().max(100).default(''),
  operator: z.literal('1').optional(),
  name: z.string().trim().min(1).max(60),
  days: z.union([z.literal(''), z.coerce.number().int().min(1).max(3650)]).default(''),
});

type Step = (you: Token, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The page of the tokens, for operators. */
export function registerAccessPage(app: FastifyInstance, deps: OpsDeps): void {
  const { tokens, site, logger, now } = deps;
  const changes = createTokenChanges(deps);
  const operator = (step: Step) =>
    signedIn(deps, async (you, request, reply) => {
      if (request.method === 'POST' && !isOwnForm(request)) throw opsErrors.FOREIGN_ORIGIN();
      if (!mayDo(you, 'createToken', [])) throw opsErrors.NOT_YOURS();
      return step(you, request, reply);
    });
  const show = async (
    you: Token,
    reply: FastifyReply,
    created?: Awaited<ReturnType<typeof changes.create>>,
  ) => {
    const apps = Object.keys(site.live()?.composition.apps ?? {}).toSorted();
    const page = accessPage({ tokens: await tokens.list(), apps, created, now: now() });
    return sendPage(reply, created ? 201 : 200, 'Access', page, you);
  };
  const named = async (request: FastifyRequest): Promise<Token> => {
    const { id } = request.params as { id: string };
    const token = (await tokens.list()).find((one) => one.id === id);
    if (!token) throw opsErrors.PAGE_UNKNOWN();
    return token;
  };

  app.get(
    '/-/access',
    operator((you, _, reply) => show(you, reply)),
  );
  app.post(
    '/-/access/create',
    operator(async (you, request, reply) => {
      const { app: team, operator: isOperator, name, days } = readInput(form, request.body);
      const wanted = {
        role: isOperator ? 'operator' : 'team',
        ...(team !== '' && { app: team }),
        name,
        ...(days !== '' && { expiresAt: now() + days * DAY_MS }),
      };
      const created = await changes.create(readInput(tokenRequest, wanted), you.name);
      logger.info({ reqId: request.id, token: created.id, by: you.id }, 'token made');
      return show(you, reply, created);
    }),
  );
  app.get(
    '/-/access/:id/revoke',
    operator(async (you, request, reply) => {
      const token = await named(request);
      return sendPage(reply, 200, 'Revoke', revokePage(token), you);
    }),
  );
  app.post(
    '/-/access/:id/revoke',
    operator(async (you, request, reply) => {
      const { id } = await changes.revoke((await named(request)).id, you.name);
      logger.info({ reqId: request.id, token: id, by: you.id }, 'token revoked');
      return reply.redirect('/-/access', 303);
    }),
  );
}
