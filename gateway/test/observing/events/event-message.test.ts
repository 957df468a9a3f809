import type { Alert, SiteEvent } from '@voltframe/kit/contract/operations/event';
import { expect, test } from 'vitest';
import { eventMail } from '../../../src/observing/events/event-message.ts';
import { BEFORE, errorGroup, LIVE, NOW } from './test-events.ts';

const SITE = { name: 'Voltframe', url: 'https://voltframe.test' };
const alert = (changed: Partial<Alert> = {}): Alert => ({
  id: 'a1',
  app: 'blog',
  type: 'new-error',
  rule: 'error-rate',
  at: NOW,
  summary: 'blog has more errors than before',
  release: LIVE,
  before: BEFORE,
  ...changed,
});

test('names the actor and the reason in the mail of a history entry', () => {
  const event: SiteEvent = {
    id: 'e1',
    app: 'blog',
    type: 'refused',
    at: NOW,
    summary: 'blog bbbbbbbbbbbb was refused',
    actor: 'blog CI',
    note: 'PAGE: no\nLINKS: gone',
  };
  expect(eventMail(event, SITE, 'a@b.test').text).toContain(
    'was refused.\n\nBy: blog CI\n\n  PAGE: no\n  LINKS: gone\n\nMore: mfe history blog\n',
  );
});

test('writes the mail of an alert as plain text', () => {
  const identity = { commit: '1234567890', message: 'Show related posts' };
  const mail = eventMail(alert({ error: errorGroup(), identity, last: true }), SITE, 'team@voltframe.test');
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
      'blog has no more such messages this hour: its limit is reached.',
      '',
      '--',
      'Voltframe, https://voltframe.test: this message is sent once.',
      '',
    ].join('\n'),
  );
});

test('adds no line for line breaks in the report of a browser', () => {
  const hostile = 'x\r\nBcc: all@example.com\r\n\r\nbody';
  const mail = eventMail(
    alert({ summary: hostile, error: errorGroup({ frames: [hostile] }) }),
    SITE,
    'a@b.test',
  );
  expect(mail.text).not.toMatch(/^Bcc/m);
});
