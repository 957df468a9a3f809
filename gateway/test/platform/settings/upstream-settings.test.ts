import { expect, test } from 'vitest';
import { issuesOf, settingsOf, writtenFile } from './settings-of.ts';

const ENV = { SPLIT: 'a\nb' };
const upstreamsOf = (text: string) => settingsOf({ ...ENV, UPSTREAMS: writtenFile(text) }).upstreams.servers;

const entry = (more: string, url = 'https://cms.example') => `cms: { url: '${url}', apps: [blog], ${more} }`;

test('there are no upstreams without a file or with an empty one', () => {
  expect(settingsOf({}).upstreams.servers).toBeUndefined();
  expect(upstreamsOf('')).toEqual([]);
});

test('an upstream needs an address and its apps; the rest has defaults', () => {
  expect(upstreamsOf('cms:\n  url: https://cms.example/api\n  apps: [blog]\n')).toEqual([
    {
      name: 'cms',
      base: new URL('https://cms.example/api/'),
      headers: {},
      apps: ['blog'],
      timeoutMs: 3_000,
      maxBytes: 2 * 1024 * 1024,
      perSecond: 50,
      connections: 20,
      staleIfErrorMs: 7 * 86_400_000,
      answerHeaders: [],
    },
  ]);
});

test('a backend gets the cookies and the header of a visitor that its entry names', () => {
  const text = entry('visitor: { cookies: [sid], header: X-Session, perMinute: 60 }');
  const visitor = { cookies: ['sid'], header: 'x-session', perMinute: 60 };
  expect(upstreamsOf(text)).toMatchObject([{ visitor }]);
});

test.each([
  ['cms: { apps: [blog] }', /^cms\.url: /],
  [`cms: { url: 'https://cms.example', apps: [] }`, /^cms\.apps: /],
  [`Cms: { url: 'https://cms.example', apps: [blog] }`, /^Cms: is not a name/],
  [entry('unknown: 1'), /unknown/],
  [entry('visitor: {}'), /^cms\.visitor: names no cookie and no header/],
  [
    entry('visitor: { cookies: [__Host-sid] }'),
    /^cms\.visitor\.cookies\.0: is a name that the platform gives/,
  ],
  [entry('visitor: { cookies: [preview] }'), /^cms\.visitor\.cookies\.0: is a name that the platform gives/],
  [entry(`visitor: { cookies: ['a b'] }`), /^cms\.visitor\.cookies\.0: is not the name of a cookie/],
  [entry('visitor: { header: Cookie }'), /^cms\.visitor\.header: is a header that the gateway sets itself/],
  [entry('visitor: { header: Host }'), /^cms\.visitor\.header: is a header that the gateway sets itself/],
  [
    entry(`headers: { x-key: 'a' }, visitor: { header: X-Key }`),
    /^cms\.headers: name the cookie or the session/,
  ],
  [
    entry(`headers: { cookie: 'a' }, visitor: { cookies: [sid] }`),
    /^cms\.headers: name the cookie or the session/,
  ],
  [entry('timeout: 10s'), /^cms\.timeout: has to be below RENDER_TIMEOUT/],
  [entry('maxMB: 17'), /^cms\.maxMB: 17 is more than one page may read \(16\): lower it/],
  [entry(`headers: { host: 'a' }`), /^cms\.headers: names a header that the gateway sets itself/],
  [entry(`headers: { 'a b': 'a' }`), /^cms\.headers\.a b: /],
  [entry(`headers: { a: '\${SPLIT}' }`), /^cms\.headers\.a: has a line break/],
  [entry('', 'ftp://cms.example'), /^cms\.url: has to begin with https/],
  [entry('', '/api'), /^cms\.url: is not an address/],
  [entry('', 'https://u:s3cret@cms.example'), /^cms\.url: has a user or password/],
  [entry('', 'https://cms.example?key=s3cret'), /^cms\.url: has a query/],
  [entry('', '${CMS_ADDRESS}'), /^cms\.url: CMS_ADDRESS is not set\./],
  [entry(`headers: { authorization: '\${OTHER}' }`), /^cms\.headers\.authorization: OTHER is not set\./],
])('%s is refused with its place, without showing a secret', (text, reason) => {
  const issues = issuesOf({ ...ENV, UPSTREAMS: writtenFile(text) });
  expect(issues).toHaveLength(1);
  expect(issues[0]!.replace('UPSTREAMS: ', '')).toMatch(reason);
  expect(issues[0]).not.toContain('s3cret');
});
