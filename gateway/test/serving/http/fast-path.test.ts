import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createAnswerCache } from '../../../src/serving/responses/answer-cache.ts';
import { createEncodedBody } from '../../../src/serving/responses/encoded-body.ts';
import { createFastPath } from '../../../src/serving/http/fast-path.ts';

const BODY = Buffer.from('<p>ready</p>');
const HEADERS = { 'content-type': 'text/html', 'x-composition': 'c1', etag: '"1"', 'content-length': '12' };
const NODES_OWN = ['Connection: close', 'Date: now'];

/** Answers `/` in brotli from memory, every other request with 418. @param counted receives a line for each answer */
function fastPath({ isLive = true, counted = [] as string[], body = BODY } = {}): RequestListener {
  const deciding = new Set(['page']);
  const answers = createAnswerCache({ now: () => 0, mostBytes: 100_000, deciding, searched() {} });
  answers.store('/', createEncodedBody(body));
  answers.makeReady(
    { url: '/', address: '/', encoding: 'br' },
    HEADERS,
    { bytes: body, etag: '"1"' },
    {
      kind: 'page',
      app: 'mfe-blog',
      digest: 'd1',
      route: '/',
    },
  );
  return createFastPath(
    {
      live: () => (isLive ? { answers } : undefined),
      answered: ({ kind, app }, status, bytes) => counted.push(`${kind} ${app} ${status} ${bytes}`),
    },
    (_request, response) => void response.writeHead(418).end(),
  );
}

/** @returns heads and bodies of one connection until the server closes it, each as sorted lines. */
async function talk(listener: RequestListener, text: string): Promise<string[][]> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const received = await new Promise<string>((done) => {
    let all = '';
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (bytes) => (all += String(bytes)));
    socket.on('close', () => done(all));
  });
  const parts = received.replaceAll(/^Date: .*$/gm, 'Date: now\r').split('\r\n\r\n');
  return parts.map((part) => part.split(/\r+\n/).toSorted());
}

const ask = (fields: string, { method = 'GET', url = '/' } = {}): string =>
  `${method} ${url} HTTP/1.1\r\nhost: a\r\n${fields}\r\n\r\n`;
const CLOSE = 'accept-encoding: br\r\nconnection: close';

test('sends a ready answer with its headers, and counts it', async () => {
  const counted: string[] = [];
  const [head, body] = await talk(
    fastPath({ counted }),
    ask('accept-encoding: gzip\r\nACCEPT-ENCODING: br\r\nconnection: close'),
  );
  const headers = Object.entries(HEADERS).map((field) => field.join(': '));
  expect(head).toEqual(['HTTP/1.1 200 OK', ...headers, ...NODES_OWN].toSorted());
  expect([body, counted]).toEqual([[String(BODY)], ['page mfe-blog 200 12']]);
});

test.each([
  ['few', 1],
  ['many', 100],
])('sends %s bytes of all values as they are', async (_, times) => {
  const bytes = Buffer.concat(
    Array.from({ length: times }, () => Buffer.from(Uint8Array.from({ length: 256 }, (__, byte) => byte))),
  );
  const server = createServer(fastPath({ body: bytes }));
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(http.get({ port, headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ];
  expect(await buffer(response)).toEqual(bytes);
  expect(response.headers['content-length']).toBe(String(bytes.length));
});

test('answers a matching if-none-match with 304', async () => {
  const counted: string[] = [];
  const answer = await talk(fastPath({ counted }), ask(`${CLOSE}\r\nif-none-match: "1"`));
  const head = ['HTTP/1.1 304 Not Modified', 'x-composition: c1', 'etag: "1"', ...NODES_OWN];
  expect(answer).toEqual([head.toSorted(), ['']]);
  expect(counted).toEqual(['page mfe-blog 304 0']);
});

test.each<[what: string, fields: string, request?: Parameters<typeof ask>[1], isLive?: boolean]>([
  ['another method', CLOSE, { method: 'HEAD' }],
  ['the cookie of a preview', `${CLOSE}\r\ncookie: a=1; preview=x`],
  ['an address without a ready answer', CLOSE, { url: '/about' }],
  ['a coding without a ready answer', 'accept-encoding: gzip\r\nconnection: close'],
  ['a field with a name of the same length', 'accept-language: br\r\nconnection: close'],
  ['the value of another field', 'x: accept-encoding\r\nbr: y\r\nconnection: close'],
  ['a request before the first composition', CLOSE, {}, false],
])('passes on %s', async (_, fields, request, isLive) => {
  const counted: string[] = [];
  const [head] = await talk(fastPath({ isLive, counted }), ask(fields, request));
  expect(head).toContain("HTTP/1.1 418 I'm a Teapot");
  expect(counted).toEqual([]);
});

test('ignores other cookies than that of a preview', async () => {
  const counted: string[] = [];
  await talk(fastPath({ counted }), ask(`${CLOSE}\r\ncookie: theme=dark; session=1`));
  expect(counted).toEqual(['page mfe-blog 200 12']);
});

test('sends headers that were set before', async () => {
  const fast = fastPath();
  const [head] = await talk((request, response) => {
    response.setHeader('server-timing', 'traceparent;desc="x"');
    fast(request, response);
  }, ask(CLOSE));
  expect(head).toContain('server-timing: traceparent;desc="x"');
});
