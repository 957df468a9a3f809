import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWebhookTransport } from '../../../src/platform/outbox/webhook.ts';

const SENT_AT = Date.UTC(2026, 10, 21, 12);
const BASE64 = Buffer.alloc(24, 'k').toString('base64');
const ID = 'entry-1.webhook';
const BODY = { type: 'contact.received', values: { name: 'Zoë' } };

/** @returns the headers and the body that a receiver gets. */
async function post(secret: string): Promise<{ headers: Record<string, string>; body: string }> {
  const sent: RequestInit[] = [];
  const fetch: typeof globalThis.fetch = async (_, init = {}) => {
    sent.push(init);
    return new Response();
  };
  const webhook = createWebhookTransport({ url: 'https://hook.test/in', secret }, fetch, () => SENT_AT);
  await webhook.post(ID, BODY);
  return { headers: sent[0]!.headers as Record<string, string>, body: sent[0]!.body as string };
}

describe('the signature of a webhook', () => {
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['whsec_ and base64', `whsec_${BASE64}`, new Webhook(`whsec_${BASE64}`)],
    [
      'any other text, which is the key itself',
      'w'.repeat(32),
      new Webhook('w'.repeat(32), { format: 'raw' }),
    ],
    ['text outside ASCII', 'ß'.repeat(32), new Webhook(Buffer.from('ß'.repeat(32)), { format: 'raw' })],
  ])('is verified by Standard Webhooks with the secret: %s', async (_, secret, receiver) => {
    vi.useFakeTimers({ now: SENT_AT, toFake: ['Date'] });
    const { headers, body } = await post(secret);
    expect(receiver.verify(body, headers)).toEqual(BODY);
    expect(() => receiver.verify(body.replace('Zoë', 'Eve'), headers)).toThrow('No matching signature');
  });
});
