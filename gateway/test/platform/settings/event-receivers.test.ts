import { expect, test } from 'vitest';
import { issuesOf, settingsOf, writtenFile } from './settings-of.ts';

const SECRET = 's'.repeat(32);

test('a receiver has an address, a secret, apps and types of events', () => {
  const EVENT_RECEIVERS = writtenFile(`
blog-team:
  url: 'https://hooks.example/\${PLACE}'
  secret: '\${BLOG_SECRET}'
  apps: [blog]
  events: [refusal, form-entry]
operators: { url: 'https://hooks.example/all', secret: '\${BLOG_SECRET}' }`);
  const { receivers } = settingsOf({ EVENT_RECEIVERS, BLOG_SECRET: SECRET, PLACE: 'blog' }).events;
  expect(receivers).toEqual({
    'blog-team': {
      url: 'https://hooks.example/blog',
      secret: SECRET,
      apps: ['blog'],
      events: ['refusal', 'form-entry'],
      private: false,
    },
    // Form entries, which visitors wrote, only go to receivers that name them.
    operators: {
      url: 'https://hooks.example/all',
      secret: SECRET,
      events: ['deploy', 'refusal', 'rollback', 'new-error'],
      private: false,
    },
  });
});

const receiver = (url: string, more = '') => `blog: { url: '${url}', secret: '${SECRET}'${more} }`;

test.each([
  ['a receiver without an address', `blog: { secret: '${SECRET}' }`, /^EVENT_RECEIVERS: blog\.url: /],
  ['a receiver without a secret', "blog: { url: 'https://h.example' }", /^EVENT_RECEIVERS: blog\.secret: /],
  [
    'an invalid name of a receiver',
    `Blog: { url: 'https://h.example', secret: '${SECRET}' }`,
    /is not a name/,
  ],
  ['an invalid name of an app', receiver('https://h.example', ', apps: [Blog]'), /apps\.0: is not the name/],
  ['an unknown type of event', receiver('https://h.example', ', events: [hunter2]'), /events\.0: .*"deploy"/],
  ['a malformed address', receiver('hooks.example'), /^EVENT_RECEIVERS: blog\.url: is not an address/],
  ['another protocol', receiver('file:///etc/passwd'), /url: is not an address/],
  ['an address with a password', receiver('https://a:b@hooks.example'), /url: has a user or password/],
  ['an address without TLS', receiver('http://hooks.example'), /blog\.url: needs https/],
  [
    'a secret that is too short',
    "blog: { url: 'https://h.example', secret: '${SHORT}' }",
    /blog\.secret: needs 32/,
  ],
])('%s is refused without showing a secret', (_, text, reason) => {
  const [issue, ...more] = issuesOf({ EVENT_RECEIVERS: writtenFile(text), SHORT: 'hunter2' });
  expect(issue).toMatch(reason);
  expect(issue).not.toMatch(/hunter2|a:b@|ssss/);
  expect(more).toEqual([]);
});

test('an address without TLS is accepted for a receiver that may have a private address', () => {
  const EVENT_RECEIVERS = writtenFile(receiver('http://10.0.0.5:8080/blog', ', private: true'));
  const { receivers } = settingsOf({ EVENT_RECEIVERS }).events;
  expect(receivers?.['blog']?.url).toBe('http://10.0.0.5:8080/blog');
});
