import { expect, onTestFinished, test } from 'vitest';
import { createMailTransport } from '../../../src/platform/outbox/mail.ts';
import { type SmtpMood, startSmtpServer } from './smtp-server.ts';

const mail = { to: 'owner@site.test', subject: 'Hello\r\nBcc: all@example.com\u2028x', text: 'Hi' };

async function send(mood?: SmtpMood) {
  const server = await startSmtpServer(mood);
  onTestFinished(server.close);
  const transport = createMailTransport(server.url, 'site@site.test', 'site.test');
  onTestFinished(() => transport.close());
  const outcome = await transport.send('entry-1', mail).then(
    () => 'sent',
    ({ code, failure, message }: { code: string; failure: string; message: string }) => [
      code,
      failure,
      message,
    ],
  );
  return { outcome, received: server.received };
}

test('a message is sent with its id, and a line break in its subject adds no header', async () => {
  const { outcome, received } = await send();
  expect([outcome, received]).toMatchObject(['sent', [{ from: 'site@site.test', to: ['owner@site.test'] }]]);
  expect(received[0]!.raw).toContain('Message-ID: <entry-1@site.test>');
  expect(received[0]!.raw).toContain('Subject: Hello Bcc: all@example.com x\r\n');
});

test.each([
  ['450 ada@example.com is busy', ['SMTP 450', 'refused', 'delivery failed: SMTP 450']],
  ['550 ada@example.com is unknown', ['SMTP 550', 'permanent', 'delivery failed: SMTP 550']],
])(
  'the refusal %j is reported by its code, without its text, which may contain an address',
  async (refusal, outcome) => {
    expect((await send((step) => (step === 'RCPT' ? refusal : undefined))).outcome).toEqual(outcome);
  },
);

test('a server that hangs up is reported as unreachable', async () => {
  expect((await send(() => 'drop')).outcome).toMatchObject([
    expect.any(String),
    'unreachable',
    expect.any(String),
  ]);
});
