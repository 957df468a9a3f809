import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readAlerts } from '../../../../src/platform/settings/alerts/read-alerts.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

const SECRET = 's'.repeat(32);

function read(text: string, env: Record<string, string> = {}, canMail = true) {
  const file = path.join(testFolder(), 'alerts.yml');
  writeFileSync(file, text);
  return readAlerts({ file, canMail }, env);
}

test('without a file nobody is told', () => {
  expect(readAlerts({ file: undefined, canMail: false }, {})).toEqual({ ok: true, settings: {} });
});

test('each app has its webhook, its mail address, or both; * stands for all others', () => {
  const text = `
blog:
  webhook: { url: 'http://10.0.0.5:8080/\${PLACE}', secret: '\${BLOG_SECRET}' }
  mail: blog@example.com
'*': { mail: ops@example.com }`;
  expect(read(text, { BLOG_SECRET: SECRET, PLACE: 'blog' })).toEqual({
    ok: true,
    settings: {
      blog: { webhook: { url: 'http://10.0.0.5:8080/blog', secret: SECRET }, mail: 'blog@example.com' },
      '*': { mail: 'ops@example.com' },
    },
  });
});

const hook = (url: string, secret: string) => `blog: { webhook: { url: '${url}', secret: '${secret}' } }`;

test.each([
  ['no file of the kind', 'blog: [', /^ALERTS: /],
  ['an app with neither', 'blog: {}', /^ALERTS: blog: needs a webhook, a mail address, or both$/],
  ['a name that is none', 'Blog: { mail: a@b.example }', /is neither the name of an app nor \*/],
  ['a field of another name', 'blog: { slack: x }', /slack/],
  ['no address', hook('hooks.example', SECRET), /^ALERTS: blog\.webhook\.url: is not an address/],
  ['another protocol', hook('file:///etc/passwd', SECRET), /url: is not an address/],
  ['a password in it', hook('https://a:b@hooks.example', SECRET), /url: has a user or password/],
  ['a secret that is not set', hook('https://h.example', '${NONE}'), /secret: NONE is not set$/],
  ['one that is too short', hook('https://h.example', '${SHORT}'), /blog\.webhook\.secret: /],
  ['no address of a mailbox', 'blog: { mail: blog }', /^ALERTS: blog\.mail: /],
])('%s is refused, and no secret is said', (_, text, reason) => {
  const result = read(text, { SHORT: 'hunter2' });
  const said = result.ok ? '' : result.issues.join('\n');
  expect(said).toMatch(reason);
  expect(said).not.toMatch(/hunter2|a:b@/);
});

test('mail needs a server for it', () => {
  expect(read('blog: { mail: blog@example.com }', {}, false)).toEqual({
    ok: false,
    issues: ['ALERTS: blog.mail: needs SMTP_URL'],
  });
});
