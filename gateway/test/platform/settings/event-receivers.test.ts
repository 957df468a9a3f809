import { expect, test } from 'vitest';
import { eventReceivers, missingReceiver, targetOf } from '../../../src/platform/settings/event-receivers.ts';
import { issuesOf, settingsOf, writtenFile } from './settings-of.ts';

const SECRET = 's'.repeat(32);
const MAIL = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'a@b.test', MAIL_TO: 'a@b.test' };

test('an app has a webhook, a mail address or both, and * stands for all other apps', () => {
  const ALERTS = writtenFile(`
blog:
  webhook: { url: 'http://10.0.0.5:8080/\${PLACE}', secret: '\${BLOG_SECRET}' }
  mail: blog@example.com
  events: [activated, refused]
'*': { mail: ops@example.com }`);
  expect(settingsOf({ ...MAIL, ALERTS, BLOG_SECRET: SECRET, PLACE: 'blog' }).alerts.targets).toEqual({
    blog: {
      webhook: { url: 'http://10.0.0.5:8080/blog', secret: SECRET },
      mail: 'blog@example.com',
      events: ['activated', 'refused'],
    },
    '*': { mail: 'ops@example.com' },
  });
});

const hook = (url: string, secret: string) => `blog: { webhook: { url: '${url}', secret: '${secret}' } }`;

test.each([
  ['an app without a target', 'blog: {}', /^ALERTS: blog: needs a webhook, a mail address, or both\./],
  ['an invalid name of an app', 'Blog: { mail: a@b.example }', /is neither the name of an app nor \*/],
  [
    'an unknown event',
    'blog: { mail: a@b.example, events: [hunter2] }',
    /^ALERTS: blog\.events\.0: .*"activated"/,
  ],
  ['a malformed address', hook('hooks.example', SECRET), /^ALERTS: blog\.webhook\.url: is not an address/],
  ['another protocol', hook('file:///etc/passwd', SECRET), /url: is not an address/],
  ['an address with a password', hook('https://a:b@hooks.example', SECRET), /url: has a user or password/],
  ['a secret that is too short', hook('https://h.example', '${SHORT}'), /blog\.webhook\.secret: /],
])('%s is refused without showing a secret', (_, text, reason) => {
  const [issue, ...more] = issuesOf({ ...MAIL, ALERTS: writtenFile(text), SHORT: 'hunter2' });
  expect(issue).toMatch(reason);
  expect(issue).not.toMatch(/hunter2|a:b@/);
  expect(more).toEqual([]);
});

test('a mail address is refused without an SMTP server', () => {
  const ALERTS = writtenFile('blog: { mail: blog@example.com }');
  expect(issuesOf({ ALERTS })).toEqual([expect.stringMatching(/^ALERTS: blog\.mail: needs SMTP_URL\./)]);
});

const own = { mail: 'blog@example.com' };
const all = { mail: 'ops@example.com' };

test.each([
  ['its own entry', { blog: own, '*': all }, 'blog', own],
  ['the entry of all others', { blog: own, '*': all }, 'legal', all],
  ['empty without an entry', { blog: own }, 'legal', {}],
  ['empty for the name of an inherited property', { blog: own }, 'constructor', {}],
])('the target of an app is %s', (_, settings, app, target) => {
  expect(targetOf(settings, app)).toEqual(target);
});

test('the setting lists hosts, wildcard domains and mail domains', () => {
  expect(eventReceivers.parse('Hooks.example.com, *.chat.example,@example.com')).toEqual([
    'hooks.example.com',
    '*.chat.example',
    '@example.com',
  ]);
  expect(eventReceivers.parse('')).toEqual([]);
  for (const wrong of ['https://x.example', 'a@example.com', '*', '*example', 'x/y'])
    expect([wrong, eventReceivers.safeParse(wrong).success]).toEqual([wrong, false]);
});

test.each([
  [{ webhook: 'https://HOOKS.example.com:8443/x' }, undefined],
  [{ webhook: 'https://a.chat.example/' }, undefined],
  [{ webhook: 'https://chat.example/' }, 'chat.example'],
  [{ webhook: 'https://notchat.example/' }, 'notchat.example'],
  [{ mail: 'a@Example.com' }, undefined],
  [{ mail: 'a@sub.example.com' }, '@sub.example.com'],
])('the target %j lacks the entry %j', (to, missing) =>
  expect(missingReceiver(['hooks.example.com', '*.chat.example', '@example.com'], to)).toBe(missing),
);
