import { expect, test } from 'vitest';
import { exampleAddress } from '../../../src/platform/settings/config.ts';
import { issuesOf, settingsOf, writtenFile } from './settings-of.ts';

const MB = 1024 * 1024;

test('by default, the site listens on localhost:3000 and stores its data in .data', () => {
  expect(settingsOf({ PORT: '' })).toMatchObject({
    http: { port: 3000, host: 'localhost', trustProxy: false },
    operations: { port: 3001, host: '127.0.0.1' },
    data: { dataDir: '.data' },
    site: { url: 'http://localhost:3000' },
  });
  const sources = settingsOf({}).releases.sources.map(({ app, type }) => `${type} ${app}`);
  expect(sources.toSorted()).toEqual(['folder blog', 'folder legal', 'folder marketing', 'folder shell']);
});

test.each([
  [{ PORT: '3100' }, 3101],
  [{ PORT: '3100', OPS_PORT: '4000' }, 4000],
  [{ PORT: '0' }, 0],
  [{ PORT: '65535' }, 65_534],
  [{ OPS_PORT: 'off' }, undefined],
])('with %j the operations port is %s', (env, port) => {
  expect(settingsOf(env).operations.port).toBe(port);
});

test('all invalid variables are reported together', () => {
  const wrong = {
    PORT: '70000',
    RELEASE_LEASE: '3',
    LOG_LEVEL: 'loud',
    RELEASES: 'blog',
    ICON_FALLBACK_URL: 'ftp://x',
    FOREIGN_SOURCES: 'blog',
    UPSTREAMS: '/nowhere/upstreams.yml',
    SITE_INDEXABLE: 'maybe',
    MAIL_FROM: 'nobody',
  };
  const names = issuesOf(wrong).map((issue) => issue.split(':')[0]);
  expect(names.toSorted()).toEqual(Object.keys(wrong).toSorted());
});

test('a defect tells the default in words, where it is no plain value', () => {
  const wrong = { RELEASES: 'blog', OPS_HOSTS: 'a:1', TRUST_PROXY: 'caddy' };
  const defaults = issuesOf(wrong).map((issue) => /leave it out.*(?= \(GW)/.exec(issue)?.[0]);
  expect(defaults.toSorted()).toEqual([
    'leave it out for the default (none; in the compose file and the stack the network of the front).',
    'leave it out for the default (the app folders of the checkout; in containers the containers of the four apps).',
    'leave it out.',
  ]);
});

test('each secret may be in a file that a second variable names', () => {
  const env = {
    SMTP_URL_FILE: writtenFile('smtp://user:s3cret@mail:587\n'),
    MAIL_FROM: 'a@example.com',
    MAIL_TO: 'b@example.com',
    CDN_PURGE: 'https://cdn.example/purge',
    CDN_PURGE_HEADERS_FILE: writtenFile('authorization=Bearer%20s3cret'),
  };
  const { mail, purging } = settingsOf(env);
  expect(mail?.smtpUrl).toBe('smtp://user:s3cret@mail:587');
  expect(purging).toMatchObject({ headers: { authorization: 'Bearer s3cret' } });
});

test('the address of the database may be in a file, and a wrong file is refused without showing a secret', () => {
  const url = 'postgres://voltframe:s3cret@database:5432/voltframe';
  const file = writtenFile(`${url}\n`);
  expect(settingsOf({ DATABASE_URL_FILE: file }).data).toMatchObject({ databaseUrl: url });
  const wrong = [
    { DATABASE_URL_FILE: '/run/secrets/none' },
    { DATABASE_URL_FILE: writtenFile('') },
    { DATABASE_URL_FILE: writtenFile('mysql://voltframe:s3cret@database/voltframe') },
    { DATABASE_URL_FILE: file, DATABASE_URL: url },
  ];
  for (const env of wrong)
    expect(issuesOf(env)).toEqual([expect.stringMatching(/^DATABASE_URL_FILE: (?!.*s3cret)/)]);
});

test('an object store needs the database that lists its files', () => {
  expect(issuesOf({ BLOB_STORE: 's3://files/site' })).toEqual([
    expect.stringMatching(/^BLOB_STORE: needs DATABASE_URL/),
  ]);
  const both = { BLOB_STORE: 's3://files/site', DATABASE_URL: 'postgres://db/site' };
  expect(settingsOf(both).data.blobStore).toMatchObject({ bucket: 'files', prefix: 'site/' });
});

test('the value 0 removes a quota, and DEV removes the limit of bytes', () => {
  const quotasOf = (env: Record<string, string>) => settingsOf(env).quotas;
  const defaults = {
    filesBytes: 32 * MB,
    dayBytes: 1024 * MB,
    previews: 10,
    previewBytes: 256 * MB,
    refused: 10,
  };
  expect(quotasOf({})).toEqual(defaults);
  expect(quotasOf({ RELEASE_DAY_MB: '0', PREVIEWS_PER_APP: '0' })).toEqual({
    ...defaults,
    dayBytes: Infinity,
    previews: Infinity,
  });
  expect(quotasOf({ DEV: '1' })).toEqual({ ...defaults, dayBytes: Infinity });
});

test('folders are polled more often than origins, and most often with DEV', () => {
  const pollOf = (env: Record<string, string>) => settingsOf(env).releases.pollMs;
  expect(pollOf({})).toBe(250);
  expect(pollOf({ DEV: '1' })).toBe(50);
  expect(pollOf({ DEV: '1', RELEASES: 'blog=http://blog:8080' })).toBe(2_000);
});

test.each([
  [{}, { follow: false, hydration: true, links: 'warn', developmentBuilds: false, reports: true }],
  [
    { RELEASE_FOLLOW: '1', DEVELOPMENT_BUILDS: '1' },
    { follow: true, developmentBuilds: true },
  ],
  [
    { DEV: '1' },
    { follow: true, hydration: false, links: undefined, developmentBuilds: true, reports: false },
  ],
])(
  'builds go live automatically and without checks when they are set so, or with DEV: %j',
  (env, expected) => {
    const { releases, admission, reports } = settingsOf(env);
    expect({ ...admission, follow: releases.follow, reports: reports.on }).toMatchObject(expected);
  },
);

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_SERVICE_NAME: 'x' }, undefined],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' },
    { url: 'http://collector:4318/v1/traces', headers: {}, service: 'voltframe-gateway', ratio: 1 },
  ],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20s3cret',
      OTEL_SERVICE_NAME: 'site',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    },
    {
      url: 'http://collector:4318/v1/traces',
      headers: { authorization: 'Bearer s3cret' },
      service: 'site',
      ratio: 0.01,
    },
  ],
])('traces are sent to the endpoint of the OpenTelemetry variables, or not at all: %j', (env, traces) =>
  expect(settingsOf(env as Record<string, string>).traces).toEqual(traces),
);

test('a malformed header is refused without showing it', () => {
  const issues = issuesOf({ OTEL_EXPORTER_OTLP_HEADERS: 's3cret', OTEL_TRACES_SAMPLER_ARG: '2' });
  expect(issues).toEqual([
    expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS: /),
    expect.stringMatching(/^OTEL_TRACES_SAMPLER_ARG: /),
  ]);
  expect(issues.join()).not.toContain('s3cret');
});

const CDN_PURGE = 'https://cdn.example/purge';

test('no cache is purged without an address', () =>
  expect(settingsOf({ CDN_PURGE_HEADERS: 'a=b' }).purging).toBeUndefined());

test('a cache is purged with the configured headers, and caches a page for five minutes, or half the lease', () => {
  const env = {
    CDN_PURGE,
    CDN_PURGE_HEADERS: 'authorization=Bearer%20s3cret',
  };
  expect(settingsOf(env).purging).toEqual({
    url: CDN_PURGE,
    headers: { authorization: 'Bearer s3cret' },
    maxAgeMs: 300_000,
  });
  expect(settingsOf({ ...env, RELEASE_LEASE: '4m' }).purging?.maxAgeMs).toBe(120_000);
});

test.each([
  [{ OPS_PORT: 'none' }, ['OPS_PORT']],
  [{ RENDER_MEMORY_MB: '63' }, ['RENDER_MEMORY_MB']],
  [{ CDN_PURGE: 'ftp://x' }, ['CDN_PURGE']],
  [{ CDN_PURGE, CDN_PURGE_HEADERS: 'authorization' }, ['CDN_PURGE_HEADERS']],
  [{ SMTP_URL: 'smtp://mail.test' }, ['MAIL_FROM', 'MAIL_TO']],
  [{ SMTP_URL: 'https://mail.test', MAIL_FROM: 'a@b.test', MAIL_TO: 'a@b.test' }, ['SMTP_URL']],
])('%j is refused with the names of its variables', (env, names) => {
  const issues = issuesOf(env);
  expect(issues.map((issue) => issue.split(':')[0])).toEqual(names);
});

test.each([
  ['https://www.example.com', true],
  ['https://example.org', true],
  ['https://example.com.evil.io', false],
  ['https://myexample.com', false],
  ['http://localhost:3000', false],
])('the address %s is one of examples: %s', (url, is) => {
  expect(exampleAddress(url)?.reason.includes('examples') ?? false).toBe(is);
});
