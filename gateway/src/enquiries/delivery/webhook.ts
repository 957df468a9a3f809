import { Webhook } from 'standardwebhooks';
import { DeliveryError } from './delivery-error.ts';
import type { EnquiryRow, OutboxRow } from '../tables.ts';

export interface WebhookTransport {
  /** Resolves when the receiver has answered 2xx. @throws DeliveryError */
  post(row: OutboxRow, entry: EnquiryRow): Promise<void>;
}

export interface WebhookDeps {
  url: string;
  /** `whsec_` and the key in base64, as receivers' tools take it; any other text is the key itself. */
  secret: string;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now: () => number;
}

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Posts entries as JSON, signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`):
 * the signature is HMAC-SHA256, base64, over `{id}.{timestamp}.{body}`. The id is also the `Idempotency-Key`: a receiver
 * that has seen it answers 2xx and does nothing.
 */
export function createWebhookTransport({ url, secret, fetch, now }: WebhookDeps): WebhookTransport {
  const webhook = webhookOf(secret);
  return {
    async post(row, entry) {
      const body = JSON.stringify(webhookBody(row, entry));
      const sentAt = new Date(now());
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error', // a redirect would carry the entry to an address nobody configured
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': row.id,
          'webhook-id': row.id,
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': webhook.sign(row.id, sentAt, body),
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

function webhookBody(row: OutboxRow, entry: EnquiryRow): object {
  const file =
    entry.file_name === null
      ? undefined
      : { name: entry.file_name, bytes: entry.file_bytes, sha256: entry.file_sha256 };
  return {
    type: `${entry.form}.received`,
    id: row.id,
    entry: {
      id: entry.id,
      contract: `${entry.form}@${entry.version}`,
      receivedAt: new Date(entry.created_at).toISOString(),
      values: JSON.parse(entry.data) as unknown,
      ...(file ? { file } : {}),
    },
  };
}
