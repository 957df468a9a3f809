import { Agent, request } from 'node:http';
import { ISLAND_PROPS_MAX_BYTES, islandKey } from '@voltframe/kit/contract/page/island';
import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { hash } from 'ohash';
import { firstThreadCpuMs } from './process-usage.ts';
import type { ServerProcess } from './server-process.ts';

/** A request that anybody may send any number of times: no limit refuses it, or it is one that a limit has refused. */
export interface StrangerRequest {
  name: string;
  method?: string;
  /** @param n differs for each request. */
  path: (n: number) => string;
  headers?: (n: number) => Record<string, string>;
  body?: string;
  /** The status that proves that the request takes this way through the gateway. */
  status: number;
}

/** Longest address and headers, in bytes, less those that the client adds. */
const ADDRESS = 8 * 1024 - 40;
const HEADERS = 16 * 1024 - 300;
/** Longest JSON body of a route that does not say otherwise. */
const BODY = 1024 * 1024 - 1_000;

const filled = (unit: string, size: number): string => unit.repeat(Math.floor(size / unit.length));
const names = (size: number): string => {
  let text = '{"a":1';
  for (let n = 0; text.length < size - 12; n++) text += `,"${n.toString(36)}x":1`;
  return `${text}}`;
};
const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = { accept: 'text/html', 'accept-encoding': 'br' };
const WRONG = '/__nuxt_island/PostTeaser_wrong0hash.json';
const NO_PROPS = islandKey('PostTeaser', {}, hash);
const UNKNOWN = 'a'.repeat(32);

const get = (name: string, status: number, path: StrangerRequest['path']): StrangerRequest => ({
  name,
  status,
  path,
  headers: () => HTML,
});
const withHeader = (name: string, of: (n: number) => Record<string, string>): StrangerRequest => ({
  name,
  status: 404,
  path: (n) => `/nothing-${n}`,
  headers: (n) => ({ ...HTML, ...of(n) }),
});
const post = (name: string, status: number, path: string, body: string, headers = JSON_TYPE) => ({
  name,
  status,
  method: 'POST',
  path: () => path,
  headers: () => headers,
  body,
});
const TEXT = { 'content-type': 'text/plain' };

export const PLAIN_404 = get('a plain 404', 404, (n) => `/nothing-${n}`);

/** The first ones use up the rendering limit of their network: the others show what is left after it. */
export const STRANGER_REQUESTS: readonly StrangerRequest[] = [
  get('404: 64 segments', 404, (n) => `/${n}${filled('/a', 126)}`),
  get('404: 4,000 segments', 404, (n) => `/${n}${filled('/a', ADDRESS)}`),
  get('404: a long query', 404, (n) => `/${n}?${filled('a=%41&', ADDRESS)}`),
  get('404: encoded letters', 404, (n) => `/${n}${filled('%C3%89', ADDRESS)}`),
  get('400: layers of encoding', 400, (n) => `/${n}%${filled('25', ADDRESS)}%`),
  get('308: dot segments', 308, () => `/${filled('./', 126)}about`),
  get('404: of a file', 404, (n) => `/assets/blog/nothing-${n}.js`),
  withHeader('404: many cookies', () => ({ cookie: filled('a=%41;', HEADERS) })),
  withHeader('404: many types', () => ({ accept: `${filled('a/b;q=0.1,', HEADERS)}text/html` })),
  withHeader('404: many codings', (n) => ({ 'accept-encoding': `${n},${filled('a;q=0.1,', HEADERS)}` })),
  withHeader('404: many addresses', () => ({ 'x-forwarded-for': filled('1.1.1.1,', HEADERS) })),
  withHeader('404: many fields', () =>
    Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`a${n.toString(36)}`, 'bbbbbbb'])),
  ),
  get('200: a known page with a long query', 200, (n) => `/about?${n}&${filled('a=%41&', ADDRESS)}`),
  {
    ...get('200: many tags', 200, () => '/about'),
    headers: () => ({ ...HTML, 'if-none-match': filled('"a",', HEADERS) }),
  },
  get('429: an invented page', 429, (n) => `/blog/nothing-${n}`),
  get('429: an invented query', 429, (n) => `/blog?tag=${n}`),
  get('429: the data of an invented page', 429, (n) => `/blog/nothing-${n}/_payload.json`),
  get('410: data of an unknown composition', 410, () => `/about/_payload.json?${UNKNOWN}`),
  get('410: an island of one', 410, () => `/__nuxt_island/${NO_PROPS}.json?composition=${UNKNOWN}`),
  get('400: props in an address', 400, () => `${WRONG}?props=[${filled('{},', ADDRESS - 100)}{}]`),
  post('429: long props', 429, WRONG, names(ISLAND_PROPS_MAX_BYTES - 10), TEXT),
  post('429: long props of many objects', 429, WRONG, `[${filled('{},', 63_000)}{}]`, TEXT),
  post('413: too long props', 413, WRONG, names(2 * ISLAND_PROPS_MAX_BYTES + 9), TEXT),
  get('200: many icons', 200, () => `/api/_nuxt_icon/lucide.json?icons=${filled('b,', ADDRESS)}`),
  post('405: JSON to a page', 405, '/about', names(BODY)),
  post('405: text to a page', 405, '/about', filled('a', BODY), TEXT),
  post('404: JSON to an unknown call', 404, '/api/nothing/there', names(BODY)),
  post('404: JSON to an unknown platform call', 404, '/-/nothing', names(BODY)),
  post('404: a form that no app has', 404, '/api/nothing', names(60_000)),
  post('429: a form', 429, '/api/contact', names(60_000)),
  post('429: a report', 429, '/-/reports', filled(' ', REPORT_LIMITS.bodyBytes), TEXT),
  get('410: a forged preview', 410, (n) => `/-/preview/${n}${filled('a', 480)}`),
  {
    ...get('410: a forged cookie of a preview', 410, () => '/'),
    headers: (n) => ({ ...HTML, cookie: `preview=${n}${filled('a', HEADERS)}` }),
  },
  get('sitemap', 200, () => '/sitemap.xml'),
  get('404: another sitemap', 404, (n) => `/sitemap-${n}.xml`),
  get('404: other tables', 404, (n) => `/builds/tables/${UNKNOWN}.${n}.json`),
];

const ROUNDS = 5;
const IN_ROUND = 40;
/** More than every limit of a network. */
const BEFORE = 400;

/** Thread time of one request: the smallest of some rounds. */
export interface Spent {
  ms: number;
  /** Sent by the stranger, with the head of the request. */
  bytes: number;
}

/** @returns sends requests one after the other and measures the first thread of the gateway. */
export function createStranger(site: ServerProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let n = 0;
  const send = ({ path, method = 'GET', headers, body }: StrangerRequest): Promise<number> =>
    new Promise((done, fail) => {
      const count = n++;
      let status = 0;
      const fields = { ...headers?.(count), ...(body !== undefined && { 'content-length': body.length }) };
      const call = request(site.url, { agent, method, path: path(count), headers: fields });
      call.on('response', (response) => {
        status = response.statusCode!;
        response.resume();
      });
      // Also when the gateway has answered before the body has arrived.
      call.on('close', () => done(status));
      call.on('error', (error: NodeJS.ErrnoException) => {
        if (!['EPIPE', 'ECONNRESET'].includes(error.code!)) fail(error);
      });
      call.end(body);
    });
  const sizeOf = ({ path, method = 'GET', headers, body = '' }: StrangerRequest): number => {
    const fields = Object.entries(headers?.(n) ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path(n)} HTTP/1.1\r\nhost: \r\n\r\n${fields.join('')}`.length + body.length;
  };
  return {
    async spend(one: StrangerRequest): Promise<Spent> {
      let status = 0;
      for (let count = 0; count < BEFORE && (status !== one.status || count < IN_ROUND); count++)
        status = await send(one);
      if (status !== one.status) throw new Error(`${one.name}: answered ${status}, not ${one.status}`);
      let ms = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        const before = firstThreadCpuMs(site.pid);
        for (let count = 0; count < IN_ROUND; count++) await send(one);
        ms = Math.min(ms, (firstThreadCpuMs(site.pid) - before) / IN_ROUND);
      }
      return { ms, bytes: sizeOf(one) };
    },
    end: () => agent.destroy(),
  };
}
