import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createRequestBounds,
  MAX_HEADER_SIZE,
  refuseConnection,
} from '../../../src/serving/http/request-bounds.ts';

const refused: number[] = [];
const server = createServer(
  { maxHeaderSize: MAX_HEADER_SIZE },
  createRequestBounds(
    { headers: () => ({ 'x-composition': 'c1' }), refused: (status) => refused.push(status) },
    (_request, response) => void response.end('passed on'),
  ),
);
server.on('clientError', refuseConnection);

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/**
 * @param packetBytes sent at a time
 * @returns all received bytes until the connection closes.
 */
function send(text: string, packetBytes = text.length): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const sendFrom = (at: number): void => {
      if (at >= text.length || socket.destroyed) return;
      socket.write(text.slice(at, at + packetBytes), () => setImmediate(sendFrom, at + packetBytes));
    };
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => sendFrom(0));
    socket.setNoDelay(true);
    socket.on('data', (bytes) => (answer += String(bytes)));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

const HOST = 'host: a\r\nconnection: close\r\n';
const get = (target: string, fields = ''): string => `GET ${target} HTTP/1.1\r\n${HOST}${fields}\r\n`;
const address = (bytes: number): string => `/${'a'.repeat(bytes - 1)}`;
const header = (bytes: number): string => `x: ${'a'.repeat(bytes)}\r\n`;

const cookie = (bytes: number): string => `cookie: a=${'b'.repeat(bytes)}\r\n`;
/** @returns as browsers send them: each has at most 4 KB. */
const cookies = (count: number): string =>
  `cookie: ${Array.from({ length: count }, (_, index) => `c${index}=${'b'.repeat(3_000)}`).join('; ')}\r\n`;

describe('the bounds of a request', () => {
  test.each([
    ['an address of 8 KB', get(address(8192)), 200, ''],
    ['an address of one byte more', get(address(8193)), 414, 'GW_ADDRESS_TOO_LONG'],
    ['an address of 40 KB', get(address(40_000)), 414, 'GW_ADDRESS_TOO_LONG'],
    ['an address over the limit of the parser', get(address(60_000)), 414, 'GW_ADDRESS_TOO_LONG'],
    ['an endless address', `GET ${address(200_000)}`, 414, 'GW_ADDRESS_TOO_LONG'],
    ['headers of almost 16 KB', get('/', header(16_000)), 200, ''],
    ['a header of 40 KB', get('/', header(40_000)), 431, 'GW_HEADERS_TOO_LARGE'],
    ['headers of more than 16 KB', get('/', header(16_384)), 431, 'GW_HEADERS_TOO_LARGE'],
    ['many headers of more than 16 KB', get('/', header(90).repeat(180)), 431, 'GW_HEADERS_TOO_LARGE'],
    ['a header of 60 KB', get('/', header(60_000)), 431, 'GW_HEADERS_TOO_LARGE'],
    ['a header over the limit of the parser', get('/', header(300_000)), 431, 'GW_HEADERS_TOO_LARGE'],
    ['headers over the limit of the parser', get('/', header(3_000).repeat(60)), 431, 'GW_HEADERS_TOO_LARGE'],
    ['an absolute target', get('http://a/'), 400, 'GW_BAD_REQUEST'],
    ['the target of another host', get('https://evil.example/about'), 400, 'GW_BAD_REQUEST'],
    ['no path', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 400, 'GW_BAD_REQUEST'],
    ['two hosts', get('/', 'host: b\r\n'), 400, 'GW_BAD_REQUEST'],
    ['the same host twice, in another case', get('/', 'HOST: a\r\n'), 400, 'GW_BAD_REQUEST'],
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'GW_BAD_REQUEST'],
  ])('answer %s with the status of the last columns', async (_, text, status, code) => {
    const answer = await send(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.toLowerCase()).toContain('connection: close');
    if (status === 200) expect(body).toContain('passed on');
    else expect(JSON.parse(body)).toMatchObject({ status, code });
  });
});

test.each([
  ['cookies of more than 16 KB', 'are', cookie(17_000), '431', true],
  ['a cookie over the limit of the parser', 'is', cookie(300_000), '431', true],
  ['cookies over the limit of the parser', 'are', cookies(100), '431', true],
  ['cookies of almost 16 KB', 'are not', cookie(15_000), '200', false],
])('%s %s removed by browsers', async (_, __, field, status, isCleared) => {
  const answer = await send(get('/', field));
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(/^clear-site-data: "cookies"\r$/m.test(answer)).toBe(isCleared);
});

test.each([
  ['a long cookie', get('/', cookie(50_000)), '431', true],
  ['cookies over the limit of the parser', get('/', cookies(60)), '431', true],
  ['a long address', get(address(40_000)), '414', false],
  ['an address over the limit of the parser', get(address(200_000)), '414', false],
])('%s in packets of 4 KB is told from the rest', async (_, text, status, isCleared) => {
  const answer = await send(text, 4_096);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(/^clear-site-data: "cookies"\r$/m.test(answer)).toBe(isCleared);
});

test('a refusal has the common headers, closes the connection, and is counted', async () => {
  refused.length = 0;
  const twice = get(address(9000)).replace('connection: close\r\n', '');
  const answer = await send(twice + twice);
  expect(answer).toContain('x-composition: c1');
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
  expect(refused).toContain(414);
});

test('the refusal of a HEAD request has no body', async () => {
  expect(await send(get(address(9000)).replace('GET', 'HEAD'))).toMatch(/\r\n\r\n$/);
});
