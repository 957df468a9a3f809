import { expect, test } from 'vitest';
import { targetOf } from '../../../src/platform/settings/alert-settings.ts';
import { issuesOf, settingsOf, writtenFile } from './settings-of.ts';

const SECRET = 's'.repeat(32);
const MAIL = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'a@b.test', MAIL_TO: 'a@b.test' };

test('without a file nobody is told', () => {
  expect(settingsOf({}).alerts.targets).toBeUndefined();
});

test('each app has its webhook, its mail address, or both; * stands for all others', () => {
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
  ['no file of the kind', 'blog: [', /^ALERTS: /],
  ['an app with neither', 'blog: {}', /^ALERTS: blog: needs a webhook, a mail address, or both\./],
  ['a name that is none', 'Blog: { mail: a@b.example }', /is neither the name of an app nor \*/],
  [
    'an event of no type',
    'blog: { mail: a@b.example, events: [hunter2] }',
    /^ALERTS: blog\.events\.0: .*"activated"/,
  ],
  ['a list of no event', 'blog: { mail: a@b.example, events: [] }', /^ALERTS: blog\.events: /],
  ['a field of another name', 'blog: { slack: x }', /slack/],
  ['no address', hook('hooks.example', SECRET), /^ALERTS: blog\.webhook\.url: is not an address/],
  ['another protocol', hook('file:///etc/passwd', SECRET), /url: is not an address/],
  ['a password in it', hook('https://a:b@hooks.example', SECRET), /url: has a user or password/],
  ['a secret that is not set', hook('https://h.example', '${NONE}'), /secret: NONE is not set\./],
  ['one that is too short', hook('https://h.example', '${SHORT}'), /blog\.webhook\.secret: /],
  ['no address of a mailbox', 'blog: { mail: blog }', /^ALERTS: blog\.mail: /],
])('%s is refused, and no secret is said', (_, text, reason) => {
  const [issue, ...more] = issuesOf({ ...MAIL, ALERTS: writtenFile(text), SHORT: 'hunter2' });
  expect(issue).toMatch(reason);
  expect(issue).not.toMatch(/hunter2|a:b@/);
  expect(more).toEqual([]);
});

test('mail needs a server for it', () => {
  const ALERTS = writtenFile('blog: { mail: blog@example.com }');
  expect(issuesOf({ ALERTS })).toEqual([expect.stringMatching(/^ALERTS: blog\.mail: needs SMTP_URL\./)]);
});

const own = { mail: 'blog@example.com' };
const all = { mail: 'ops@example.com' };

test.each([
  ['its own entry', { blog: own, '*': all }, 'blog', own],
  ['that of all others', { blog: own, '*': all }, 'legal', all],
  ['none', { blog: own }, 'legal', {}],
  ['none, though every object has the name', { blog: own }, 'constructor', {}],
])('an app is told by %s', (_, settings, app, target) => {
  expect(targetOf(settings, app)).toEqual(target);
});
