import { application, contact } from '@voltframe/kit/testing/sample-forms';
import { describe, expect, test } from 'vitest';
import { composeConfirmMail, composeEnquiryMail, composeWelcomeMail } from '../src/mail.ts';
import type { EnquiryRow } from '../src/migrations.ts';

const mailOf = (values: Record<string, string>, form = contact, file?: Buffer) => {
  const data = JSON.stringify({ name: 'Ada', topic: 'robotics', message: 'Hello', ...values });
  const entry = {
    id: 'entry-1',
    form: form.name,
    email: 'ada@example.com',
    data,
    created_at: 0,
  } as EnquiryRow;
  return composeEnquiryMail(entry, form, 'Site', 'owner@site.test', file);
};

describe('the mail to the owner', () => {
  test('has the label of the chosen topic, and the visitor as reply address', () => {
    const { subject, replyTo, text } = mailOf({});
    expect(subject).toBe('[Site] contact: Robotics (Ada)');
    expect(replyTo).toEqual({ name: 'Ada', address: 'ada@example.com' });
    expect(text).toContain('Topic: Robotics\n\nHello\n');
  });

  test('leaves out empty values, and writes a list in one line', () => {
    const { text } = mailOf({ links: 'https://a\nhttps://b', company: '', fullName: 'Ada L.' }, application);
    expect(text).toContain('Links: https://a, https://b\n');
    expect(text).toContain('Full name: Ada L.');
    expect(text).not.toContain('Company');
  });

  test('attaches a file under a generated name', () => {
    const { attachments } = mailOf({}, application, Buffer.from('%PDF'));
    expect(attachments).toMatchObject([{ filename: 'cv-entry-1.pdf', contentType: 'application/pdf' }]);
  });

  test('is readable without a declaration of the form', () => {
    const entry = {
      id: 'e',
      form: 'gone',
      email: 'a@b.test',
      data: '{"message":"Hi"}',
      created_at: 0,
    } as EnquiryRow;
    const { subject, text } = composeEnquiryMail(entry, undefined, 'Site', 'owner@site.test', undefined);
    expect([subject, text]).toEqual(['[Site] gone: gone ()', expect.stringContaining('Hi')]);
  });
});

test.each([
  ['confirm', composeConfirmMail('ada@example.com', 'Site', 'https://site.test/c', 'https://site.test/e')],
  ['welcome', composeWelcomeMail('ada@example.com', 'Site', 'https://site.test/e')],
])('a mail to %s has one-click unsubscription (RFC 8058)', (kind, { headers, text }) => {
  expect(headers).toMatchObject({
    'List-Unsubscribe': '<https://site.test/e>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(text).toContain(kind === 'confirm' ? 'https://site.test/c' : 'https://site.test/e');
});
