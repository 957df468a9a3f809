import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EnquiryRow } from '../src/migrations.ts';
import { startSmtpServer, type SmtpMood } from '../../gateway/test/platform/outbox/smtp-server.ts';
import { entryRow, openTestEnquiries, PDF, type TestEnquiries, type TestOptions } from './test-app.ts';

async function store(
  { enquiries, clock }: TestEnquiries,
  changes: Partial<EnquiryRow> = {},
  values = {},
): Promise<EnquiryRow> {
  const entry = entryRow({ created_at: clock.now(), ...changes }, values);
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

describe('mail to the owner', () => {
  test('contains the entry, and names the visitor for replies', async () => {
    const site = await withMail();
    const entry = await store(site);
    expect(await site.enquiries.deliverDue()).toBe(1);
    const [mail] = site.server.received;
    expect(mail).toMatchObject({ from: 'site@voltframe.test', to: ['owner@voltframe.test'] });
    expect(mail!.raw).toContain('Subject: [Voltframe] contact: Robotics (Ada Lovelace)');
    expect(mail!.raw).toContain('Reply-To: Ada Lovelace <ada@example.com>');
    expect(mail!.raw).toContain(`Message-ID: <${entry.id}.smtp@voltframe.test>`);
    expect(mail!.raw).toContain('Could you build an engine?');
    expect(await site.outbox.depth()).toEqual([]);
  });

  test('attaches the CV of an application', async () => {
    const site = await withMail();
    const file = await site.enquiries.uploads.receive(Readable.from([PDF]), 'cv.pdf');
    await site.enquiries.uploads.keep(file.name);
    await store(
      site,
      { form: 'application', file_name: file.name, file_bytes: file.bytes, file_sha256: file.sha256 },
      { role: 'engineer' },
    );
    await site.enquiries.deliverDue();
    expect(site.server.received[0]!.raw).toContain(PDF.toString('base64').slice(0, 60));
  });

  // Values that no contract accepts, from an older or a foreign entry.
  test.each([
    ['a name', { name: 'Ada\r\nBcc: all@example.com' }, {}],
    ['a name with a bare carriage return', { name: 'Ada\rBcc: all@example.com' }, {}],
    ['a topic', { topic: 'x\r\nBcc: all@example.com\r\n\r\nbody' }, {}],
    ['a role', { role: 'x\nBcc: all@example.com' }, { form: 'application' }],
    ['an address', {}, { email: 'ada@example.com\r\nBcc: all@example.com' }],
    ['an address with another', {}, { email: 'ada@example.com>, <all@example.com' }],
  ])('adds no header and no recipient for %s', async (_, values, changes) => {
    const site = await withMail();
    await store(site, changes, values);
    await site.enquiries.deliverDue();
    for (const mail of site.server.received) {
      expect(mail.to).toEqual(['owner@voltframe.test']);
      const headers = mail.raw.split('\r\n\r\n', 1)[0]!;
      expect(headers).not.toMatch(/^bcc:/im);
      expect(headers.match(/^(to|from|subject|reply-to):/gim)!.length).toBeLessThanOrEqual(4);
    }
    expect(site.server.received).toHaveLength(1);
  });
});

describe('mail to a subscriber', () => {
  test('asks to confirm, then welcomes, each with one-click unsubscription (RFC 8058)', async () => {
    const site = await withMail();
    await site.enquiries.subscribers.ask('ada@example.com', randomUUID(), site.clock.now());
    await site.enquiries.deliverDue();
    const [subscriber] = await site.enquiries.subscribers.list();
    await site.enquiries.subscribers.confirm(subscriber!.id, site.clock.now());
    await site.enquiries.deliverDue();
    expect(site.server.received.map((mail) => mail.to)).toEqual([['ada@example.com'], ['ada@example.com']]);
    const text = site.server.received.map((mail) => mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    expect(text[0]).toContain('https://voltframe.test/subscribe/confirm?token=');
    for (const mail of text) {
      expect(mail).toMatch(
        /^List-Unsubscribe:\s+<https:\/\/voltframe\.test\/subscribe\/end\?token=[\w.-]+>/m,
      );
      expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    }
  });

  test('is dropped after a permanent failure, unlike an enquiry', async () => {
    const site = await withMail((step) => (step === 'RCPT' ? '550 no such user ada@example.com' : undefined));
    await site.enquiries.subscribers.ask('ada@example.com', randomUUID(), site.clock.now());
    const entry = await store(site);
    await site.enquiries.deliverDue();
    expect(await site.outbox.of(entry.id)).toMatchObject([{ last_error: 'SMTP 550', failed_at: null }]);
    const [subscriber] = await site.enquiries.subscribers.list();
    expect(await site.outbox.of(subscriber!.id)).toMatchObject([{ failed_at: site.clock.now() }]);
    expect(JSON.stringify(site.logged)).not.toContain('ada@');
  });
});

describe('the outbox', () => {
  test('counts a delivery of an erased entry as delivered', async () => {
    const site = await withMail();
    await store(site);
    await site.enquiries.ports.db.deleteFrom('enquiry').execute();
    await site.enquiries.deliverDue();
    expect(site.server.received).toEqual([]);
    expect(await site.outbox.depth()).toEqual([]);
  });
});
