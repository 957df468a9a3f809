import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createReadyAnswers } from '../../src/answers/ready-answers.ts';
import { createFastPath } from '../../src/http/fast-path.ts';

const HEADERS = { 'content-type': 'text/html', 'x-composition': 'c1', etag: '"1"' };

/** @returns what a request gets when `/` lies ready as brotli, and what is counted. */
function ask(headers: Record<string, string>, { method = 'GET', url = '/', isLive = true } = {}) {
  const ready = createReadyAnswers({ now: () => 0, mostBytes: 1_000, deciding: new Set(['page']) });
  ready.keep(
    { url: '/', address: '/', encoding: 'br' },
    HEADERS,
    { bytes: Buffer.from('<p>'), etag: '"1"' },
    { kind: 'page', app: 'mfe-blog', digest: 'd1', route: '/' },
  );
  const seen: { status?: number; headers?: string[]; body?: string; passedOn?: true; counted?: string } = {};
  const response = {
    writeHead: (status: number, list: string[]) => Object.assign(seen, { status, headers: list }),
    end: (body?: Buffer) => Object.assign(seen, body && { body: String(body) }),
  };
  const listener = createFastPath(
    {
      live: () => (isLive ? { ready } : undefined),
      answered: ({ kind, app }, status, bytes) => (seen.counted = `${kind} ${app} ${status} ${bytes}`),
    },
    () => (seen.passedOn = true),
  );
  const rawHeaders = Object.entries(headers).flat();
  listener({ method, url, rawHeaders } as IncomingMessage, response as unknown as ServerResponse);
  return seen;
}

test('an answer that lies ready goes out with the headers it had, and is counted', () => {
  expect(ask({ 'accept-encoding': 'gzip, br' })).toEqual({
    status: 200,
    headers: Object.entries(HEADERS).flat(),
    body: '<p>',
    counted: 'page mfe-blog 200 3',
  });
});

test('who has it already gets a 304 without a body and its headers', () => {
  expect(ask({ 'accept-encoding': 'br', 'if-none-match': '"1"' })).toEqual({
    status: 304,
    headers: ['x-composition', 'c1', 'etag', '"1"'],
    counted: 'page mfe-blog 304 0',
  });
});

test.each<[what: string, headers: Record<string, string>, request?: Parameters<typeof ask>[1]]>([
  ['another method', { 'accept-encoding': 'br' }, { method: 'HEAD' }],
  ['a cookie, which may show a preview', { 'accept-encoding': 'br', cookie: 'a=1' }],
  ['an address that does not lie ready', { 'accept-encoding': 'br' }, { url: '/about' }],
  ['a coding that does not lie ready', { 'accept-encoding': 'gzip' }],
  ['a request before anything is live', { 'accept-encoding': 'br' }, { isLive: false }],
])('%s is left to the application', (_what, headers, request) => {
  expect(ask(headers, request)).toEqual({ passedOn: true });
});
