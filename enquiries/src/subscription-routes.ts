import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type RouteDeps, SUBSCRIPTION_SENT } from './form-answers.ts';
import { type Notice, noticePage } from './notice-page.ts';

/**
 * Where the links of subscription mails lead. Opening a link changes nothing (mail scanners open them all); its button posts.
 * A mail program's one click (RFC 8058) posts to the same address.
 */
export function registerSubscriptions(scope: FastifyInstance, deps: RouteDeps): void {
  const { enquiries, ports } = deps;
  const show = (reply: FastifyReply, notice: Notice, status = 200) => showNotice(deps, reply, notice, status);
  const subjectOf = (purpose: 'confirm' | 'end', request: FastifyRequest) =>
    enquiries.links[purpose].read(tokenOf(request))?.value;
  // The token is in the address: it is kept out of the log.
  const quiet = { logLevel: 'warn' } as const;
  // Only what is shown: one-click posts come from few addresses, those of mail providers.
  const limit = ports.limit({ most: 60, windowMs: 60_000 });
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith('/subscribe/')) return;
    const waitMs = limit(addressOf(request));
    if (waitMs !== undefined)
      return reply
        .code(429)
        .header('retry-after', Math.ceil(waitMs / 1000))
        .send();
  });

  scope.get(SUBSCRIPTION_SENT, quiet, (_, reply) => {
    const form = enquiries.ports.forms().find(({ kind }) => kind === 'subscription');
    if (!form) return reply.callNotFound();
    return show(reply, { title: 'One more step', message: form.thanks });
  });

  scope.get('/subscribe/confirm', quiet, (request, reply) =>
    subjectOf('confirm', request)
      ? show(reply, askToConfirm(tokenOf(request)))
      : show(reply, INVALID_LINK, 410),
  );
  scope.post('/subscribe/confirm', quiet, async (request, reply) => {
    const subject = subjectOf('confirm', request);
    if (!subject || !(await enquiries.subscribers.confirm(subject, enquiries.ports.now())))
      return show(reply, INVALID_LINK, 410);
    enquiries.wake();
    return show(reply, CONFIRMED);
  });

  scope.get('/subscribe/end', quiet, (request, reply) =>
    subjectOf('end', request) ? show(reply, askToEnd(tokenOf(request))) : show(reply, INVALID_LINK, 410),
  );
  // No redirect: RFC 8058 (3.1) wants the one click answered where it was posted.
  scope.post('/subscribe/end', quiet, async (request, reply) => {
    const subject = subjectOf('end', request);
    if (!subject) return show(reply, INVALID_LINK, 410);
    await enquiries.subscribers.end(subject);
    return show(reply, ENDED);
  });
}

async function showNotice(
  deps: RouteDeps,
  reply: FastifyReply,
  notice: Notice,
  status: number,
): Promise<FastifyReply> {
  const page = await deps.ports.page('/').catch(() => undefined);
  const html = noticePage(page?.status === 200 ? page.html : undefined, notice, deps.enquiries.ports.site);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer') // the token must not reach another site in a Referer
    .send(html);
}

/** From the query, or from the button's form. */
function tokenOf(request: FastifyRequest): string {
  const fromBody = (request.body as { token?: unknown } | null | undefined)?.token;
  const token = fromBody ?? (request.query as { token?: unknown }).token;
  return typeof token === 'string' ? token : '';
}

const INVALID_LINK: Notice = {
  title: 'This link is no longer valid',
  message: formErrors.LINK_INVALID.definition.message,
};
const CONFIRMED: Notice = {
  title: 'You are subscribed',
  message: 'Every message will hold a link to end it.',
};
const ENDED: Notice = {
  title: 'Subscription ended',
  message: 'You will get no more messages, and the address is deleted.',
};

function askToConfirm(token: string): Notice {
  const action = { url: '/subscribe/confirm', label: 'Confirm', token };
  return {
    title: 'Confirm your subscription',
    message: 'One press of the button, and you are subscribed.',
    action,
  };
}

function askToEnd(token: string): Notice {
  const action = { url: '/subscribe/end', label: 'Unsubscribe', token };
  return {
    title: 'End your subscription?',
    message: 'One press of the button, and you will get no more messages.',
    action,
  };
}
