import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';
import { RENEWAL_SOURCE } from './renewal.ts';
import { type PageParts, pageDocument } from './layout.ts';
import type { Sessions } from './session.ts';

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

/** Lets only signed-in users to the routes of a scope. Others get the sign-in form, before their body is read. */
export function requireSession(app: FastifyInstance, sessions: Pick<Sessions, 'find'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const you = await sessions.find(request);
    if (!you) return sendPage(reply, 200, { title: 'Sign in', body: signInPage(false) });
    request.token = you;
  });
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
