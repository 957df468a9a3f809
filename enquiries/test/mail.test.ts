import { application } from '@voltframe/kit/testing/sample-forms';
import { expect, test } from 'vitest';
import { composeEnquiryMail } from '../src/mail.ts';
import { entryRow } from './test-app.ts';

test('a mail of an entry leaves out empty values, and writes a list in one line', () => {
  const entry = entryRow({}, { links: 'https://a\nhttps://b', company: '', fullName: 'Ada L.' });
  const { text } = composeEnquiryMail(entry, application, 'Site', 'owner@site.test', undefined);
  expect(text).toContain('Links: https://a, https://b\n');
  expect(text).toContain('Full name: Ada L.');
  expect(text).not.toContain('Company');
});

test('a mail of an entry is readable without a declaration of its form', () => {
  const entry = entryRow({ form: 'gone', data: '{"message":"Hi"}' });
  const { subject, text } = composeEnquiryMail(entry, undefined, 'Site', 'owner@site.test', undefined);
  expect([subject, text]).toEqual(['[Site] gone: gone ()', expect.stringContaining('Hi')]);
});

test('a mail of an entry without an address has no one to reply to, and its file has its own ending', () => {
  const entry = entryRow({ email: '', file_name: 'a.png', data: '{"day":"2026-12-31"}' });
  const mail = composeEnquiryMail(entry, undefined, 'Site', 'owner@site.test', Buffer.from('a'));
  expect(mail).not.toHaveProperty('replyTo');
  expect(mail.attachments).toEqual([{ filename: `file-${entry.id}.png`, content: Buffer.from('a') }]);
  expect(mail.text).toContain('2026-12-31');
});
