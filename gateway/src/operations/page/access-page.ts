import { type NewToken, type Role, ROLES, type Token } from '@voltframe/kit/contract/operations/credentials';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import { DAY_MS } from '@voltframe/kit/contract/units';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OpsDeps } from '../operations-deps.ts';
import { createTokenChanges, tokenRequest } from '../token-changes.ts';
import { type Html, html, tableOf } from './html.ts';
import { badge, sinceOf, timeOf } from './layout.ts';
import { sendPage } from './send-page.ts';

const form = z.strictObject({
  app: z.string().max(100).default(''),
  role: z.enum(ROLES),
  name: z.string().trim().min(1).max(60),
  days: z.union([z.literal(''), z.coerce.number().int().min(1).max(3650)]).default(''),
});

type AccessOptions = Pick<OpsDeps, 'tokens' | 'state' | 'site' | 'logger' | 'now'>;

/** The page of the tokens, for operators. */
export const accessRoutes: FastifyPluginAsyncZod<AccessOptions> = async (
  app,
  { tokens, state, site, logger, now },
) => {
  app.addHook('onRequest', async ({ token: { role } }) => {
    if (role !== 'operator') throw opsErrors.NOT_YOURS();
  });
  const changes = createTokenChanges({ tokens, state, now });
  const sendAccess = async (reply: FastifyReply, you: Token, created?: NewToken) => {
    const apps = Object.keys(site.live()?.composition.apps ?? {}).toSorted();
    const body = accessPage(await tokens.list(), apps, now(), created);
    return sendPage(reply, created ? 201 : 200, { title: 'Access', you, body });
  };
  const named = async (id: string): Promise<Token> => {
    const token = (await tokens.list()).find((one) => one.id === id);
    if (!token) throw opsErrors.PAGE_UNKNOWN();
    return token;
  };

  app.get('/-/access', { schema: {} }, ({ token: you }, reply) => sendAccess(reply, you));
  const body = form
    .transform(({ app: team, role, name, days }): z.input<typeof tokenRequest> => ({
      role,
      ...(team !== '' && { app: team }),
      name,
      ...(days !== '' && { expiresAt: now() + days * DAY_MS }),
    }))
    .pipe(tokenRequest);
  app.post('/-/access/create', { schema: { body } }, async (request, reply) => {
    const { token: you } = request;
    const created = await changes.create(request.body, you);
    logger.info({ reqId: request.id, token: created.id, by: you.id }, 'token made');
    return sendAccess(reply, you, created);
  });
  const one = { params: z.object({ id: z.string() }) };
  app.get('/-/access/:id/revoke', { schema: one }, async ({ token: you, params }, reply) =>
    sendPage(reply, 200, { title: 'Revoke', you, body: revokePage(await named(params.id)) }),
  );
  app.post('/-/access/:id/revoke', { schema: one }, async (request, reply) => {
    const { token: you } = request;
    const { id } = await changes.revoke((await named(request.params.id)).id, you);
    logger.info({ reqId: request.id, token: id, by: you.id }, 'token revoked');
    return reply.redirect('/-/access', 303);
  });
};

const RIGHTS: Record<Role, string> = {
  team: 'publish, roll back and pin its app (a team)',
  operator: 'do everything (an operator)',
  preview: 'check and preview releases of its app',
  invalidate: 'invalidate answers of its app (a CMS)',
  read: 'read, of its app or of all',
  metrics: 'read the metrics (Prometheus)',
};

/**
 * The page of tokens. Operators create and revoke them there.
 * @param apps the names of the live apps, as suggestions. @param now ms since the epoch.
 * @param created a token that was created by this request. Its secret is shown only once.
 */
export function accessPage(tokens: Token[], apps: string[], now: number, created?: NewToken): Html {
  return html`<h1>Access</h1>
    ${
      created &&
      html`<div class="notice good" role="status">
        <p>The token of ${created.name}. It is shown only now; keep it in the secret store of your CI.</p>
        <p><code>${created.token}</code></p>
      </div>`
    }
    ${tokenTable(tokens, now)}
    <h2 id="new">A new token</h2>
    <form class="card" method="post" action="/-/access/create">
      <label for="role">It may</label>
      <select id="role" name="role">
        ${Object.entries(RIGHTS).map(([role, right]) => html`<option value="${role}">${right}</option>`)}
      </select>
      <label for="app">App; empty for an operator and for metrics, and to read all</label>
      <input id="app" name="app" list="apps" maxlength="40" autocomplete="off" spellcheck="false" />
      <datalist id="apps">${apps.map((app) => html`<option value="${app}"></option>`)}</datalist>
      <label for="name">Whose it is, for the history</label>
      <input id="name" name="name" maxlength="60" autocomplete="off" required />
      <label for="days">Ends after days; empty: 90, for metrics never</label>
      <input id="days" name="days" type="number" min="1" max="3650" inputmode="numeric" />
      <p class="actions"><button>Make it</button></p>
    </form>`;
}

function tokenTable(tokens: Token[], now: number): Html | false {
  const rows = tokens.map(({ id, role, app, name, createdAt, expiresAt, lastUsedAt }) => ({
    Name: name,
    May: app === null ? role : `${role} of ${app}`,
    Made: sinceOf(createdAt, now),
    Ends:
      expiresAt === null ? 'never' : html`${timeOf(expiresAt)} ${expiresAt <= now && badge('ended', 'bad')}`,
    'Last used': lastUsedAt === null ? 'never' : sinceOf(lastUsedAt, now),
    Actions: html`<a class="button" href="/-/access/${id}/revoke">Revoke</a>`,
  }));
  return tableOf('Tokens', rows, 'There is none.');
}

export function revokePage({ id, name, app, role }: Token): Html {
  return html`<h1>Revoke the token of ${name}?</h1>
    <form class="card" method="post" action="/-/access/${id}/revoke">
      <p>Its role is ${role}${app !== null && ` of ${app}`}. Requests with it are refused from now on.</p>
      <p class="actions">
        <button>Revoke</button>
        <a href="/-/access">Cancel</a>
      </p>
    </form>`;
}
