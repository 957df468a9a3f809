import { Webhook } from 'standardwebhooks';
import { DeliveryError } from './outbox-store.ts';

export interface WebhookTarget {
  url: string;
  /**
   * `whsec_` and the key in base64, the format of receivers' tools; any other text is the key itself; undefined =
   * calls are not signed.
   */
  secret?: string | undefined;
  /** Sent with each call. */
  headers?: Record<string, string>;
}

const ANSWER_TIMEOUT_MS = 10_000;

/** Posts JSON to one receiver. */
export interface WebhookTransport {
  /**
   * Resolves when the receiver has answered 2xx.
   * @param id stays the same over all attempts.
   * @param content sent as JSON. @param own headers of this call, besides those of all.
   * @throws DeliveryError
   */
  post(id: string, content: object, own?: Record<string, string>): Promise<void>;
}

/**
 * Posts JSON, signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`):
 * the signature is HMAC-SHA256, base64, over `{id}.{timestamp}.{body}`. The id is also the `Idempotency-Key`: a
 * receiver that has seen it answers 2xx and does nothing.
 * @param now ms since the epoch.
 */
export function createWebhookTransport(
  { url, secret, headers = {} }: WebhookTarget,
  fetch: typeof globalThis.fetch,
  now: () => number,
): WebhookTransport {
  const webhook = secret === undefined ? undefined : webhookOf(secret);
  return {
    async post(id: string, content: object, own: Record<string, string> = {}): Promise<void> {
      const body = JSON.stringify(content);
      const sentAt = new Date(now());
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error', // a redirect would send it to an address that is not configured
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        headers: {
          ...headers,
          ...own,
          'content-type': 'application/json',
          'idempotency-key': id,
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          ...(webhook && { 'webhook-signature': webhook.sign(id, sentAt, body) }),
        },
        body,
      }).catch((error: unknown) => {
        const { name, cause } = error as { name?: string; cause?: { code?: string } };
        throw new DeliveryError(cause?.code ?? name ?? 'FETCH', 'unreachable');
      });
      await response.body?.cancel();
      if (!response.ok) throw new DeliveryError(`HTTP ${response.status}`, 'refused');
    },
  };
}

/** @throws when the secret begins with `whsec_`, and no base64 follows. */
export function webhookOf(secret: string): Webhook {
  return secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret), { format: 'raw' });
}
