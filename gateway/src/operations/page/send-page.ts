import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { z } from 'zod';
import type { OpsDeps } from '../operations-deps.ts';
import { type Html, html } from './html.ts';
import { RENEWAL_SOURCE } from './renewal.ts';
import { type PageParts, pageDocument } from './layout.ts';

/** The page has one script, its own, and cannot be framed. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'self'; script-src ${RENEWAL_SOURCE}; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-frame-options': 'DENY',
  // `no-referrer` would make browsers send forms with the origin `null`.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The content of a view for a signed-in user, or the address that it redirects to. */
type Shown = { title: string; body: Html; status?: number; renews?: boolean } | string;

/** Schemas of a view's inputs; absent: the view does not read them. */
interface Inputs {
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

export type ViewRequest<In extends Inputs = Inputs> = FastifyRequest<{
  Params: Parsed<In['params']>;
  Querystring: Parsed<In['querystring']>;
  Body: Parsed<In['body']>;
}>;

export type AddView = <const In extends Inputs>(
  method: 'GET' | 'POST',
  url: string,
  schema: In,
  view: (you: Token, request: ViewRequest<In>) => Promise<Shown>,
) => void;

/** @returns adds a view for signed-in users. Others get the sign-in form, before their body is read. */
export function viewsOn(app: FastifyInstance, { sessions }: Pick<OpsDeps, 'sessions'>): AddView {
  return (method, url, schema, view) => {
    // Its own type would decide the type of the answer.
    const checked: FastifySchema = schema;
    app.route({
      method,
      url,
      schema: checked,
      async onRequest(request, reply) {
        const you = await sessions.find(request);
        if (!you) return sendPage(reply, 200, { title: 'Sign in', body: signInPage(false) });
        request.token = you;
      },
      async handler(request, reply): Promise<FastifyReply> {
        const { token: you } = request;
        const shown = await view(you, request as Parameters<typeof view>[1]);
        if (typeof shown === 'string') return reply.redirect(shown, 303);
        const { status = 200, ...parts } = shown;
        return sendPage(reply, status, { ...parts, you });
      },
    });
  };
}

/** Sends a document of the operations page. */
export function sendPage(reply: FastifyReply, status: number, parts: PageParts): FastifyReply {
  return reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(pageDocument(parts));
}

export function signInPage(failed: boolean): Html {
  return html`<h1>Sign in</h1>
    ${
      failed &&
      html`<p class="notice bad" role="alert" id="wrong">
        This token does not work. It may be mistyped, expired or revoked.
      </p>`
    }
    <form class="card" method="post" action="/-/sign-in">
      <label for="token">Token</label>
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="current-password"
        required
        autofocus
        spellcheck="false"
        ${failed && html`aria-invalid="true" aria-describedby="wrong"`}
      />
      <p class="hint">The token of your team, or of an operator. It is not kept in the browser.</p>
      <button>Sign in</button>
    </form>`;
}
