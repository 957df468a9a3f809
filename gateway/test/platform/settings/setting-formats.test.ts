import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import * as formats from '../../../src/platform/settings/setting-formats.ts';

const MB = 1024 * 1024;
const read = (format: z.ZodType, text: string) => format.safeParse(text).data;

test.each<[name: keyof typeof formats, values: Record<string, unknown>]>([
  ['flag', { 0: false, 1: true, yes: undefined }],
  ['port', { 0: 0, 65535: 65_535, 65536: undefined, '1e3': undefined, '-1': undefined }],
  [
    'duration',
    { '500ms': 500, '2s': 2_000, '5m': 300_000, '24h': 86_400_000, '7d': 604_800_000, 3: undefined },
  ],
  [
    'transportSecurity',
    {
      off: undefined,
      '0d': 'max-age=0',
      '365d': 'max-age=31536000',
      '30d subdomains': 'max-age=2592000; includeSubDomains',
      '1y': undefined,
      on: undefined,
    },
  ],
  ['count', { 0: 0, 12: 12, 1.5: undefined, '-1': undefined }],
  ['countOrAny', { 0: Infinity, 3: 3 }],
  ['megabytes', { 0: 0, 2: 2 * MB }],
  ['someMegabytes', { 0: undefined, 2: 2 * MB }],
  ['megabytesOrAny', { 0: Infinity, 2: 2 * MB }],
  ['httpAddress', { 'http://a.example': 'http://a.example', 'ftp://a.example': undefined, a: undefined }],
  [
    'headerList',
    {
      '': {},
      'authorization=Bearer%20s3cret': { authorization: 'Bearer s3cret' },
      ' Tenant = a=b , x-y=%2C ': { tenant: 'a=b', 'x-y': ',' },
      'a=': { a: '' },
      novalue: undefined,
      '=x': undefined,
      'a b=c': undefined,
      'a=%': undefined,
      'a=%0d%0aset-cookie:x': undefined,
      [`a=${'x'.repeat(5_000)}`]: undefined,
    },
  ],
  [
    'hostNames',
    {
      '': [],
      'OPS.example.com, operations': ['ops.example.com', 'operations'],
      'ops.example.com:3001': undefined,
      'https://ops.example.com': undefined,
      '*': undefined,
    },
  ],
  [
    'releaseSources',
    {
      none: [],
      'shell=http://shell:8080, news=https://news.example, blog=./mfe-blog': [
        { app: 'shell', type: 'origin', url: 'http://shell:8080' },
        { app: 'news', type: 'origin', url: 'https://news.example' },
        { app: 'blog', type: 'folder', folder: './mfe-blog' },
      ],
    },
  ],
])('%s reads %j', (name, values) => {
  const format = new Map<string, unknown>(Object.entries(formats)).get(name) as z.ZodType;
  expect(Object.fromEntries(Object.keys(values).map((text) => [text, read(format, text)]))).toEqual(values);
});

test('each malformed release source is reported', () => {
  const { issues } = formats.releaseSources.safeParse('blog,Shell=x,docs=./docs,news=htp://news').error!;
  const starts = issues.map(({ message }) => message.slice(0, 7));
  expect(starts).toEqual(['"blog" ', '"Shell=', '"news=h']);
});

/** @returns the address by which a visitor is limited. */
async function addressSeen(trust: string, forwarded: string): Promise<string> {
  const app = fastify({ trustProxy: formats.trustedProxies.parse(trust) });
  onTestFinished(() => app.close());
  app.get('/', (request) => request.ip);
  const headers = { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers })).body;
}

describe('TRUST_PROXY', () => {
  test.each([
    ['false', '203.0.113.9', '10.0.0.1'],
    ['0', '203.0.113.9', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
    // A part that a visitor wrote precedes the part that the proxy appended.
    ['10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8, ::1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['uniquelocal', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8', '6.6.6.6, 203.0.113.9, 10.0.0.2:443', '203.0.113.9'],
    ['192.168.0.1', '203.0.113.9', '10.0.0.1'],
  ])('"%s" with the header %s leads to the address %s', async (trust, forwarded, address) => {
    expect(await addressSeen(trust, forwarded)).toBe(address);
  });

  test.each(['true', '1', '10.0.0.1,', 'proxy', '/99', '::1/x', '::1/129', '10.0.0.0/0', '300.0.0.1'])(
    '"%s" is refused with the reason',
    (text) => {
      expect(formats.trustedProxies.safeParse(text).error!.issues).toMatchObject([
        { message: expect.stringMatching(/.+; it names proxies by address or network/) },
      ]);
    },
  );
});

describe('BLOB_STORE', () => {
  test.each([
    ['s3://files', { bucket: 'files', prefix: '' }],
    ['s3://files/', { bucket: 'files', prefix: '' }],
    [
      's3://files/a/site%20one/?region=eu-central-1',
      { bucket: 'files', prefix: 'a/site one/', region: 'eu-central-1' },
    ],
    [
      's3://my.files/a?endpoint=https://s3.example:9000',
      { prefix: 'a/', endpoint: 'https://s3.example:9000' },
    ],
  ])('"%s" names a part of a bucket', (text, address) => {
    expect(formats.objectStoreAddress.parse(text)).toMatchObject(address);
  });

  test.each([
    ['https://files/a', 'must be s3://'],
    ['s3://', 'must be s3://'],
    ['s3://F_iles/a', 'must be s3://'],
    ['s3://files:9000/a', 'must be s3://'],
    ['s3://files/%', 'must be s3://'],
    ['s3://files/a?endpint=https://s3.example', 'must be s3://'],
    ['s3://files/a?endpoint=s3.example', 'must be s3://'],
    ['s3://key:secret@files/a', 'has credentials in it'],
  ])('"%s" is refused', (text, reason) => {
    const [issue] = formats.objectStoreAddress.safeParse(text).error!.issues;
    expect(issue!.message).toContain(reason);
    expect(issue!.message).not.toContain('secret@');
  });
});
