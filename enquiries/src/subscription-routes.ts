import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { edited, pageToShow, type RouteDeps, sendHtml, SUBSCRIPTION_SENT } from './form-answers.ts';
import { type Notice, plainNotice } from './plain-notice.ts';

const INVALID = formErrors.LINK_INVALID.definition;

const NOTICES = {
  confirm: {
    ask: {
      title: 'Confirm your subscription',
      message: 'One press of the button, and you are subscribed.',
      label: 'Confirm',
    },
    done: { title: 'You are subscribed', message: 'Every message will hold a link to end it.' },
    invalid: { title: INVALID.message, message: 'Subscribe again to get a new one.' },
  },
  end: {
    ask: {
      title: 'End your subscription?',
      message: 'One press of the button, and you will get no more messages.',
      label: 'Unsubscribe',
    },
    done: {
      title: 'Subscription ended',
      message: 'You will get no more messages, and the address is deleted.',
    },
    // These links have no end: this one is not whole, or of other data.
    invalid: {
      title: INVALID.message,
      message: 'Copy the whole link out of the message, or write to us, and we will end the subscription.',
    },
  },
};

/**
 * Where the links of subscription mails lead. Opening a link changes nothing (mail scanners open them all); its button
 * posts. A mail program's one click (RFC 8058) posts to the same address; section 3.1 wants it answered there, without
 * a redirect.
 */
export function registerSubscriptions(scope: FastifyInstance, deps: RouteDeps): void {
  const { enquiries, ports } = deps;
  const { subscribers } = enquiries;
  const { now, forms } = enquiries.ports;
  const change = {
    confirm: (id: string) => subscribers.confirm(id, now()),
    end: (id: string) => subscribers.end(id).then(() => true),
  };
  // Opened links only: one-click posts come from few addresses, those of mail providers.
  const limit = ports.limit({ most: 60, windowMs: 60_000 });
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !request.url.startsWith('/subscribe/')) return;
    const waitMs = limit(request);
    if (waitMs !== undefined)
      return reply
        .code(429)
        .header('retry-after', Math.ceil(waitMs / 1000))
        .send();
  });

  scope.get(SUBSCRIPTION_SENT, { schema: {} }, (_, reply) => {
    const form = forms().find(({ kind }) => kind === 'subscription');
    if (!form) return reply.callNotFound();
    return showNotice(deps, reply, { title: 'One more step', message: form.thanks });
  });
  for (const purpose of ['confirm', 'end'] as const) {
    const url = `/subscribe/${purpose}`;
    const subjectOf = (request: FastifyRequest) => enquiries.links[purpose].read(tokenOf(request))?.value;
    const refuse = (reply: FastifyReply) =>
      showNotice(deps, reply.code(INVALID.status), NOTICES[purpose].invalid);
    // The signature of the token is checked, wherever it comes from.
    scope.get(url, { schema: {} }, (request, reply) => {
      const { label, ...notice } = NOTICES[purpose].ask;
      const action = { url, label, token: tokenOf(request) };
      return subjectOf(request) ? showNotice(deps, reply, { ...notice, action }) : refuse(reply);
    });
    scope.post(url, { schema: {} }, async (request, reply) => {
      const subject = subjectOf(request);
      const changed = subject !== undefined && (await change[purpose](subject));
      if (changed) enquiries.wake();
      return changed ? showNotice(deps, reply, NOTICES[purpose].done) : refuse(reply);
    });
  }
}

async function showNotice(deps: RouteDeps, reply: FastifyReply, notice: Notice): Promise<FastifyReply> {
  const { site } = deps.enquiries.ports;
  const frame = await pageToShow(deps, '/', reply.request);
  const html = frame && (await edited(deps, { html: frame.html, notice, site }, reply.request));
  // The token must not reach another site in a Referer.
  reply.header('referrer-policy', 'no-referrer');
  return html === undefined
    ? sendHtml(reply, plainNotice(notice, site))
    : sendHtml(reply, html, frame?.policy);
}

/** From the query, or from the button's form. */
function tokenOf(request: FastifyRequest): string {
  const fromBody = (request.body as { token?: unknown } | null | undefined)?.token;
  const token = fromBody ?? (request.query as { token?: unknown }).token;
  return typeof token === 'string' ? token : '';
}
