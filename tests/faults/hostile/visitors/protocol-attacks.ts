import { type Attack, attacksOn, type Case } from '../attack.ts';
import { halfOpen, request, sendRaw, times } from './visitor-requests.ts';

const raw = (name: string, expected: RegExp, bytes: string | Buffer): Case => [
  name,
  expected,
  (site) => sendRaw(site, bytes),
];
/** Sends the address unchanged, as no client does. */
const at = (name: string, expected: RegExp, address: string, ...headers: string[]): Case =>
  raw(name, expected, request(`GET ${address} HTTP/1.1`, ['host: site.example', ...headers]));

const TOO_LONG = /^HTTP\/1.1 414/;
const TOO_LARGE = /^HTTP\/1.1 431/;
const BAD = /^HTTP\/1.1 400/;
const NOT_THERE = /^HTTP\/1.1 (404|400)/;
/** Any answer that leads to no other site. */
const AT_HOME = /^HTTP\/1.1 (?![\s\S]*location: *(?:\/\/|\/\\|https?:\/\/(?!site\.example)))/i;

const post = (address: string, headers: string[], body: string): string =>
  request(`POST ${address} HTTP/1.1`, ['host: site.example', ...headers], body);

/** Requests a page while 100 connections with these bytes are open. */
const besides = (name: string, bytes: string): Case => [
  `100 ${name}`,
  /^200/,
  async (site) => {
    const end = halfOpen(site, 100, bytes);
    try {
      return await site.visit('/terms');
    } finally {
      end();
    }
  },
];

export const protocolAttacks: Attack[] = [
  ...attacksOn('requests over the limits', [
    at('an address of 9 KB', TOO_LONG, `/${'a'.repeat(9_000)}`),
    at('a query of 9 KB', TOO_LONG, `/blog?tag=${'a'.repeat(9_000)}`),
    at('an address of a megabyte', TOO_LONG, `/${'a'.repeat(1_000_000)}`),
    at('one header of 17 KB', TOO_LARGE, '/', `x-long: ${'a'.repeat(17_000)}`),
    at('two thousand headers', TOO_LARGE, '/', ...times(2_000, (index) => `x-${index}: ${index}`)),
    at('cookies of 20 KB', TOO_LARGE, '/', `cookie: ${'a=b; '.repeat(4_000)}`),
  ]),
  ...attacksOn('ambiguous requests', [
    at('an absolute address', BAD, 'http://evil.example/terms'),
    at('no path', BAD, 'terms'),
    raw('two hosts', BAD, request('GET / HTTP/1.1', ['host: site.example', 'host: evil.example'])),
    raw('no host', BAD, request('GET / HTTP/1.1', ['accept: */*'])),
    raw(
      'a length and chunks',
      BAD,
      post(
        '/api/contact',
        ['content-length: 4', 'transfer-encoding: chunked'],
        '0\r\n\r\nGET /terms HTTP/1.1\r\n\r\n',
      ),
    ),
    raw('two lengths', BAD, post('/api/contact', ['content-length: 4', 'content-length: 5'], 'abcde')),
    raw(
      'a header folded over two lines',
      BAD,
      request('GET / HTTP/1.1', ['host: site.example', 'x-a: b', ' c: d']),
    ),
    raw('a NUL in the address', BAD, request('GET /\u0000 HTTP/1.1')),
    raw('a space in the address', BAD, request('GET /terms /about HTTP/1.1')),
    raw('lines without a return', BAD, 'GET / HTTP/1.1\nhost: site.example\nx-a: b\rc\n\n'),
    raw('the preface of HTTP/2', BAD, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    raw('a handshake of TLS', BAD, Buffer.from('1603010200010001fc0303', 'hex')),
    raw(
      'CONNECT to another host',
      /^(nothing|HTTP\/1.1 4\d\d)/,
      request('CONNECT evil.example:443 HTTP/1.1'),
    ),
  ]),
  ...attacksOn('malicious addresses', [
    at('800 layers of encoding', NOT_THERE, `/%${'25'.repeat(3_000)}41`),
    at('another site after two slashes', AT_HOME, '//evil.example/Terms/'),
    at('another site after a backslash', AT_HOME, '/\\evil.example/Terms/'),
    at('another site with encoded slashes', AT_HOME, '/%2f%2fevil.example/Terms/'),
    at('another site with an encoded backslash', AT_HOME, '/%5cevil.example/Terms/'),
    at('a header after a line break in the address', AT_HOME, '/Terms%0d%0aset-cookie:%20a=b/'),
    at('a header after a line break in the query', AT_HOME, '/Terms/?a=%0d%0aset-cookie:%20a=b'),
    at('the server code of an app', NOT_THERE, '/assets/legal/server.cjs'),
    at('the server code with dot segments', NOT_THERE, '/assets/legal/../server/server.cjs'),
    at('the server code, encoded', NOT_THERE, '/assets/legal/%2e%2e%2fserver%2fserver.cjs'),
    at('the content of an app', NOT_THERE, '/assets/legal/data/documents/terms.json'),
    at('a file of the machine', NOT_THERE, '/assets/..%2f..%2f..%2fetc%2fpasswd'),
    at('properties of Object.prototype', NOT_THERE, '/assets/__proto__/constructor'),
    at('an invalid composition', /^HTTP\/1.1 (404|400|410)/, '/builds/meta/__proto__.json'),
    at('the operations port', NOT_THERE, '/-/status'),
    at('an unknown preview', /^HTTP\/1.1 410/, '/-/preview/aaaa.bbbb'),
  ]),
  ...attacksOn('forged headers', [
    raw(
      'another host',
      /^HTTP\/1.1 200(?![\s\S]*evil\.example)/,
      request('GET /about HTTP/1.1', ['host: evil.example']),
    ),
    [
      'DNS rebinding of the operations port',
      /^HTTP\/1.1 421(?![\s\S]*password)/,
      ({ gateway }) =>
        sendRaw(
          { gateway: { url: gateway.opsUrl } },
          request('GET /-/ HTTP/1.1', ['host: evil.example:3001']),
        ),
    ],
    at(
      'another host, forwarded',
      /^HTTP\/1.1 200(?![\s\S]*evil\.example)/,
      '/about',
      'x-forwarded-host: evil.example',
      'x-forwarded-proto: gopher',
    ),
    at(
      'another address',
      /^HTTP\/1.1 200[\s\S]*About/,
      '/about',
      'x-original-url: /terms',
      'x-rewrite-url: /terms',
    ),
    at('another method', /^HTTP\/1.1 200/, '/about', 'x-http-method-override: DELETE'),
    at('an invalid composition', /^HTTP\/1.1 200/, '/about', 'x-composition: ../../etc/passwd'),
    at('a cookie of a preview', /^HTTP\/1.1 200/, '/about', 'cookie: preview=aaaa.bbbb'),
    at(
      'an invalid range',
      /^HTTP\/1.1 (200|206|416)/,
      '/robots.txt',
      'range: bytes=0-18446744073709551615,-1',
    ),
    at('invalid encodings', /^HTTP\/1.1 200/, '/about', `accept-encoding: ${'br;q=0.1,'.repeat(1_000)}`),
    at('tags of 15 KB', /^HTTP\/1.1 (200|304)/, '/about', `if-none-match: ${'"a",'.repeat(3_500)}`),
  ]),
  ...attacksOn('open connections', [
    besides('unterminated heads', 'GET /terms HTTP/1.1\r\nhost: site.example\r\nx-slow: '),
    besides(
      'unfinished posts',
      'POST /api/contact HTTP/1.1\r\nhost: site.example\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    ),
    besides('clients that read nothing', 'GET / HTTP/1.1\r\nhost: site.example\r\n\r\n'.repeat(50)),
  ]),
];
