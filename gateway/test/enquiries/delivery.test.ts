import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { retryDelay } from '../../src/enquiries/sender.ts';
import type { EnquiryRow } from '../../src/enquiries/tables.ts';
import { signWebhook } from '../../src/enquiries/webhook.ts';
import { startSmtpServer, type SmtpMood } from './smtp-server.ts';
import { ENQUIRY, openTestEnquiries, PDF, type TestEnquiries, type TestOptions } from './test-app.ts';

const WEBHOOK = { url: 'https://hook.test/in', secret: 'w'.repeat(32) };

async function keep(
  { enquiries, clock }: TestEnquiries,
  changes: Partial<EnquiryRow> = {},
  values = {},
): Promise<EnquiryRow> {
  const entry: EnquiryRow = {
    id: randomUUID(),
    form: 'contact',
    version: 1,
    email: ENQUIRY.email,
    data: JSON.stringify({ ...ENQUIRY, ...values }),
    state: 'kept',
    created_at: clock.now(),
    file_name: null,
    file_bytes: null,
    file_sha256: null,
    ...changes,
  };
  await enquiries.entries.keep(entry, { hash: randomUUID(), windowMs: 1 }, enquiries.channels);
  return entry;
}

async function withMail(
  mood?: SmtpMood,
  options: TestOptions = {},
): Promise<TestEnquiries & { server: Awaited<ReturnType<typeof startSmtpServer>> }> {
  const server = await startSmtpServer(mood);
  onTestFinished(server.close);
  const mail = { smtpUrl: server.url, from: 'site@voltframe.test', to: 'owner@voltframe.test' };
  return { ...(await openTestEnquiries({ ...options, settings: { mail, ...options.settings } })), server };
}

function withWebhook(
  answer: (request: Request) => Response | Promise<Response>,
): Promise<TestEnquiries & { calls: Request[] }> {
  const calls: Request[] = [];
  const fetch = vi.fn(async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url, init);
    calls.push(request.clone());
    return answer(request);
  });
  return openTestEnquiries({ settings: { webhook: WEBHOOK }, fetch }).then((opened) => ({
    ...opened,
    calls,
  }));
}

describe('mail to the owner', () => {
  test('carries the entry, and answers go to the visitor', async () => {
    const test = await withMail();
    const entry = await keep(test);
    expect(await test.enquiries.deliverDue()).toBe(1);
    const [mail] = test.server.received;
    expect(mail).toMatchObject({ from: 'site@voltframe.test', to: ['owner@voltframe.test'] });
    expect(mail!.raw).toContain('Subject: [Voltframe] contact: Robotics (Ada Lovelace)');
    expect(mail!.raw).toContain('Reply-To: Ada Lovelace <ada@example.com>');
    expect(mail!.raw).toContain(`Message-ID: <${entry.id}.smtp@voltframe.test>`);
    expect(mail!.raw).toContain('Could you build an engine?');
    expect(await test.enquiries.outbox.depth()).toEqual([]);
  });

  test('carries the CV of an application', async () => {
    const test = await withMail();
    const file = await test.enquiries.uploads.receive(Readable.from([PDF]));
    await test.enquiries.uploads.keep(file.name);
    await keep(
      test,
      { form: 'application', file_name: file.name, file_bytes: file.bytes, file_sha256: file.sha256 },
      { role: 'engineer' },
    );
    await test.enquiries.deliverDue();
    expect(test.server.received[0]!.raw).toContain(PDF.toString('base64').slice(0, 60));
  });

  // Values that no contract lets through: an older entry, or one written by another hand.
  test.each([
    ['a name', { name: 'Ada\r\nBcc: all@example.com' }, {}],
    ['a name with a bare carriage return', { name: 'Ada\rBcc: all@example.com' }, {}],
    ['a topic', { topic: 'x\r\nBcc: all@example.com\r\n\r\nbody' }, {}],
    ['a role', { role: 'x\nBcc: all@example.com' }, { form: 'application' }],
    ['an address', {}, { email: 'ada@example.com\r\nBcc: all@example.com' }],
    ['an address with another', {}, { email: 'ada@example.com>, <all@example.com' }],
  ])('takes no header and no recipient from %s', async (_, values, changes) => {
    const test = await withMail();
    await keep(test, changes, values);
    await test.enquiries.deliverDue();
    for (const mail of test.server.received) {
      expect(mail.to).toEqual(['owner@voltframe.test']);
      const headers = mail.raw.split('\r\n\r\n', 1)[0]!;
      expect(headers).not.toMatch(/^bcc:/im);
      expect(headers.match(/^(to|from|subject|reply-to):/gim)!.length).toBeLessThanOrEqual(4);
    }
    expect(test.server.received).toHaveLength(1);
  });
});

describe('mail to a subscriber', () => {
  test('asks to confirm, then welcomes, each with the one-click way out (RFC 8058)', async () => {
    const test = await withMail();
    await test.enquiries.subscribers.ask('ada@example.com', randomUUID(), test.clock.now());
    await test.enquiries.deliverDue();
    const [subscriber] = await test.enquiries.subscribers.list();
    await test.enquiries.subscribers.confirm(subscriber!.id, test.clock.now());
    await test.enquiries.deliverDue();
    expect(test.server.received.map((mail) => mail.to)).toEqual([['ada@example.com'], ['ada@example.com']]);
    const text = test.server.received.map((mail) => mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    expect(text[0]).toContain('https://voltframe.test/subscribe/confirm?token=');
    for (const mail of text) {
      expect(mail).toMatch(
        /^List-Unsubscribe:\s+<https:\/\/voltframe\.test\/subscribe\/end\?token=[\w.-]+>/m,
      );
      expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    }
  });

  test('is given up when their server refuses it for good; an enquiry never is', async () => {
    const test = await withMail((step) => (step === 'RCPT' ? '550 no such user ada@example.com' : undefined));
    await test.enquiries.subscribers.ask('ada@example.com', randomUUID(), test.clock.now());
    const entry = await keep(test);
    await test.enquiries.deliverDue();
    expect(await test.enquiries.outbox.of(entry.id)).toMatchObject([
      { last_error: 'SMTP 550', failed_at: null },
    ]);
    const [subscriber] = await test.enquiries.subscribers.list();
    expect(await test.enquiries.outbox.of(subscriber!.id)).toMatchObject([{ failed_at: test.clock.now() }]);
    expect(JSON.stringify(test.logged)).not.toContain('ada@');
  });
});

describe('the webhook', () => {
  test('is signed, and named by a key that stays the same over attempts', async () => {
    let refused = 0;
    const test = await withWebhook(() => new Response(null, { status: refused++ === 0 ? 500 : 204 }));
    const entry = await keep(test);
    await test.enquiries.deliverDue();
    test.clock.pass(60_000);
    await test.enquiries.deliverDue();
    await test.enquiries.deliverDue();
    expect(test.calls.map((call) => call.headers.get('idempotency-key'))).toEqual([
      `${entry.id}.webhook`,
      `${entry.id}.webhook`,
    ]);
    const [, call] = test.calls;
    const body = await call!.text();
    const timestamp = Number(call!.headers.get('webhook-timestamp'));
    expect(call!.headers.get('webhook-signature')).toBe(
      `v1,${signWebhook(WEBHOOK.secret, `${entry.id}.webhook`, timestamp, body)}`,
    );
    expect(JSON.parse(body)).toMatchObject({
      type: 'contact.received',
      entry: { id: entry.id, contract: 'contact@1', values: ENQUIRY },
    });
  });

  test.each([
    ['an error', () => new Response(null, { status: 503 }), 'HTTP 503'],
    ['a redirect', () => Response.redirect('https://elsewhere.test/'), 'HTTP 302'],
    [
      'no connection',
      () => Promise.reject(Object.assign(new TypeError('x'), { cause: { code: 'ECONNREFUSED' } })),
      'ECONNREFUSED',
    ],
  ])('that answers %s is tried again later', async (_, answer, error) => {
    const test = await withWebhook(answer as () => Response);
    const entry = await keep(test);
    await test.enquiries.deliverDue();
    const [row] = await test.enquiries.outbox.of(entry.id);
    expect(row).toMatchObject({
      sent_at: null,
      last_error: error,
      attempts: 1,
      next_at: test.clock.now() + 15_000,
    });
  });
});

describe('the outbox', () => {
  test('lets entries wait until a channel is configured, and then delivers them', async () => {
    const test = await openTestEnquiries();
    const entry = await keep(test);
    await test.enquiries.deliverDue();
    expect(await test.enquiries.outbox.depth()).toMatchObject([{ channel: 'none', waiting: 1 }]);
    await test.enquiries.outbox.route(['smtp', 'webhook'], test.clock.now());
    await test.enquiries.outbox.route(['smtp', 'webhook'], test.clock.now());
    expect((await test.enquiries.outbox.of(entry.id)).map((row) => row.id)).toEqual([
      `${entry.id}.smtp`,
      `${entry.id}.webhook`,
    ]);
  });

  test('gives a row to one of two senders, and again when its sender died', async () => {
    const test = await openTestEnquiries({ settings: { webhook: WEBHOOK } });
    await keep(test);
    const take = () => test.enquiries.outbox.take(['webhook'], test.clock.now(), 120_000, 10);
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.flat()).toHaveLength(1);
    test.clock.pass(120_001);
    expect(await take()).toMatchObject([{ attempts: 2 }]);
  });

  test('does not ask a server that is down for every row that waits', async () => {
    const test = await withWebhook(() => Promise.reject(new TypeError('down')));
    for (let count = 0; count < 20; count += 1) await keep(test);
    expect(await test.enquiries.deliverDue()).toBeLessThanOrEqual(4);
  });

  test('counts what was erased meanwhile as delivered', async () => {
    const test = await withWebhook(() => new Response());
    await keep(test);
    await test.enquiries.db.deleteFrom('enquiry').execute();
    await test.enquiries.deliverDue();
    expect(test.calls).toEqual([]);
    expect(await test.enquiries.outbox.depth()).toEqual([]);
  });

  test.each([
    [1, 0.5, 15_000],
    [2, 0.5, 30_000],
    [3, 0, 48_000],
    [4, 1, 144_000],
    [8, 0.5, 600_000],
    [1_000, 0.5, 600_000],
  ])('after try %i (chance %d) waits %i ms', (attempts, random, delay) => {
    expect(retryDelay(attempts, random)).toBe(delay);
  });
});
