import type { Alert } from '@voltframe/kit/contract/operations/alert';
import { expect, test } from 'vitest';
import { alertMail, alertMessage } from '../../../src/observing/events/alert-message.ts';
import { BEFORE, errorGroup, LIVE, NOW } from './live-app.ts';

const SITE = { name: 'Voltframe', url: 'https://voltframe.test' };
const alert = (changed: Partial<Alert> = {}): Alert => ({
  id: 'a1',
  app: 'blog',
  rule: 'error-rate',
  at: NOW,
  summary: 'blog has more errors than before',
  release: LIVE,
  before: BEFORE,
  ...changed,
});

test.each<[Alert['rule'], Partial<Alert>, string]>([
  ['new-error', { error: errorGroup() }, 'mfe errors 7k2m9x1q'],
  ['error-rate', {}, 'mfe errors blog --release bbbbbbbbbbbb'],
  ['vitals', {}, 'mfe releases blog'],
])('the message of %s says what shows more', (rule, changed, next) => {
  const message = alertMessage('a1.alert-hook', alert({ rule, ...changed }), SITE);
  expect(message).toMatchObject({ type: `alert.${rule}`, id: 'a1.alert-hook', site: SITE, next });
});

test('the mail has what is known, as plain text', () => {
  const identity = { commit: '1234567890', message: 'Show related posts' };
  const mail = alertMail(alert({ error: errorGroup(), identity, last: true }), SITE, 'team@voltframe.test');
  expect(mail).toMatchObject({
    to: 'team@voltframe.test',
    subject: '[Voltframe] blog has more errors than before',
  });
  expect(mail.text).toBe(
    [
      'blog has more errors than before.',
      '',
      'Release: bbbbbbbbbbbb 1234567 Show related posts',
      'The one before: aaaaaaaaaaaa',
      'Routes: post',
      '',
      '  Post (blog src/pages/post.tsx:12)',
      '',
      'More: mfe errors 7k2m9x1q',
      '',
      'These were all alerts of blog for today: more are told tomorrow.',
      '',
      '--',
      'Voltframe, https://voltframe.test: you are told of this once.',
      '',
    ].join('\n'),
  );
});

test('what a browser said adds no line', () => {
  const hostile = 'x\r\nBcc: all@example.com\r\n\r\nbody';
  const mail = alertMail(
    alert({ summary: hostile, error: errorGroup({ frames: [hostile] }) }),
    SITE,
    'a@b.test',
  );
  expect(mail.text).not.toMatch(/^Bcc/m);
});
