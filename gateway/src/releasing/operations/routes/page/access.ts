import { type NewToken, ROLES, type Token } from '@voltframe/kit/contract/operations/credentials';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OpsDeps } from '../../operations-deps.ts';
import { accessPage, revokePage } from '../../page/access-page.ts';
import type { AddView } from '../../page/send-page.ts';
import { createTokenChanges, tokenRequest } from '../../token-changes.ts';
import { readInput } from '../../operation.ts';

const DAY_MS = 86_400_000;

const form = z.strictObject({
  app: z.string().max(100).default(''),
  role: z.enum(ROLES),
  name: z.string().trim().min(1).max(60),
  days: z.union([z.literal(''), z.coerce.number().int().min(1).max(3650)]).default(''),
});

/** The page of the tokens, for operators. */
export function registerAccessPage(view: AddView, deps: OpsDeps): void {
  const { tokens, site, logger, now } = deps;
  const changes = createTokenChanges(deps);
  const operatorView = (...[method, url, show]: Parameters<typeof view>) =>
    view(method, url, async (you, request) => {
      if (you.role !== 'operator') throw opsErrors.NOT_YOURS();
      return show(you, request);
    });
  const access = async (created?: NewToken) => {
    const apps = Object.keys(site.live()?.composition.apps ?? {}).toSorted();
    return {
      title: 'Access',
      body: accessPage({ tokens: await tokens.list(), apps, created, now: now() }),
      status: created ? 201 : 200,
    };
  };
  const named = async (request: FastifyRequest): Promise<Token> => {
    const { id } = request.params as { id: string };
    const token = (await tokens.list()).find((one) => one.id === id);
    if (!token) throw opsErrors.PAGE_UNKNOWN();
    return token;
  };

  operatorView('GET', '/-/access', () => access());
  operatorView('POST', '/-/access/create', async (you, request) => {
    const { app: team, role, name, days } = readInput(form, request.body);
    const wanted = {
      role,
      ...(team !== '' && { app: team }),
      name,
      ...(days !== '' && { expiresAt: now() + days * DAY_MS }),
    };
    const created = await changes.create(readInput(tokenRequest, wanted), you);
    logger.info({ reqId: request.id, token: created.id, by: you.id }, 'token made');
    return access(created);
  });
  operatorView('GET', '/-/access/:id/revoke', async (_, request) => ({
    title: 'Revoke',
    body: revokePage(await named(request)),
  }));
  operatorView('POST', '/-/access/:id/revoke', async (you, request) => {
    const { id } = await changes.revoke((await named(request)).id, you);
    logger.info({ reqId: request.id, token: id, by: you.id }, 'token revoked');
    return '/-/access';
  });
}
