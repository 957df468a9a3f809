import { pipeline, type Readable, Transform } from 'node:stream';
import { isJson } from '../../platform/runtime/is-json.ts';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { UpstreamSettings } from '../../platform/settings/upstream-settings.ts';

/** A complete, valid answer. */
export interface FetchedResponse {
  status: number;
  /** The headers that release code may read, in lower case. */
  headers: Record<string, string>;
  body: Buffer;
  /** Of status, headers and body: a page is valid while it is unchanged. */
  digest: string;
}

/** An invalid upstream response. */
export class CallFailure extends Error {
  /** Whether another attempt may succeed. */
  readonly passing: boolean;
  /** Whether it concerns the whole upstream; false: other paths may work. */
  readonly down: boolean;
  constructor(reason: string, { passing = false, down = false } = {}) {
    super(reason);
    this.passing = passing;
    this.down = down;
  }
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The loader gets these statuses; any other 4xx is a mistake of the configuration. */
const ABSENT = new Set([404, 410]);
/** The statuses of an overloaded upstream, or of a proxy whose upstream is down. */
export const DOWN = new Set([429, 502, 503, 504]);
export const JSON_TYPE = /^application\/(json|[\w.-]+\+json)$/;
/** Never HTML, the type of a proxy's error page or of a sign-in page. */
const TEXT_TYPE = /^(text\/(plain|markdown|csv|xml|calendar)|application\/(xml|[\w.-]+\+xml|yaml))$/;
const SEEN_HEADERS = ['content-type', 'content-language'];

/**
 * One attempt. Redirects are followed below the base of the upstream only.
 * @param traceparent of the call that it is part of.
 * @throws CallFailure, or the error of the connection
 */
export async function fetchResponse(
  address: URL,
  upstream: Pick<UpstreamSettings, 'base' | 'headers' | 'maxBytes' | 'answerHeaders'>,
  { send, signal, traceparent }: { send: SendCall; signal: AbortSignal; traceparent?: string | undefined },
): Promise<FetchedResponse> {
  const headers = {
    'user-agent': 'voltframe-gateway',
    ...upstream.headers,
    accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
    'accept-encoding': 'identity',
    ...(traceparent !== undefined && { traceparent }),
  };
  let at = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await send(at, { headers, signal });
    if (!REDIRECTS.has(answer.status)) return readAnswer(answer, upstream);
    answer.body.destroy(); // else it keeps its connection
    const target = redirectOf(answer, at);
    if (!isBelow(upstream.base, target)) throw new CallFailure('it redirects to another place');
    at = target;
  }
  throw new CallFailure('it redirects time and again');
}

function redirectOf({ status, headers: { location } }: RawResponse, from: URL): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from))
    throw new CallFailure(`status ${status} without a place`);
  return new URL(location, from);
}

async function readAnswer(
  answer: RawResponse,
  { maxBytes, answerHeaders }: Pick<UpstreamSettings, 'maxBytes' | 'answerHeaders'>,
): Promise<FetchedResponse> {
  const { status } = answer;
  try {
    if (ABSENT.has(status)) return whole(status, {}, Buffer.alloc(0));
    const down = DOWN.has(status);
    if (status !== 200 && status !== 204)
      throw new CallFailure(`status ${status}`, { passing: down || status === 500, down });
    const types = [JSON_TYPE, TEXT_TYPE];
    const body = status === 204 ? Buffer.alloc(0) : await readTyped(answer, maxBytes, types);
    return whole(status, seenHeaders(answer, answerHeaders), body);
  } finally {
    answer.body.destroy();
  }
}

/** @returns the body of an answer of one of these types; JSON is JSON. @throws CallFailure */
export async function readTyped(
  { headers, body }: Pick<RawResponse, 'headers' | 'body'>,
  maxBytes: number,
  types: readonly RegExp[],
): Promise<Buffer> {
  const media = mediaTypeOf(headers, (type) => types.some((each) => each.test(type)));
  const bytes = await readBody(body, maxBytes);
  if (JSON_TYPE.test(media) && !(await isJson(bytes)))
    throw new CallFailure('it is not JSON, though it says so');
  return bytes;
}

/**
 * @returns the media type of an answer, in lower case.
 * @throws CallFailure for another one, and for a compressed one
 */
export function mediaTypeOf(
  { 'content-type': type = '', 'content-encoding': encoding = 'identity' }: RawResponse['headers'],
  isExpected: (media: string) => boolean,
): string {
  const [first = ''] = String(type).split(';');
  const media = first.replace(/^[ \t]+|[ \t]+$/g, '').toLowerCase();
  if (encoding !== 'identity') throw new CallFailure('it is compressed, though that was not asked for');
  if (!isExpected(media)) throw new CallFailure(`its type is ${media.slice(0, 60) || 'not said'}`);
  return media;
}

/** @throws CallFailure as soon as there are too many bytes, without reading the rest. */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) throw new CallFailure(`it is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** @returns the body while it arrives; it fails with a CallFailure after too many bytes. Its end ends the call. */
export function boundedBody(body: Readable, maxBytes: number): Readable {
  let bytes = 0;
  const bounded = new Transform({
    transform(part: Uint8Array, _, done): void {
      bytes += part.length;
      if (bytes > maxBytes) done(new CallFailure(`it is larger than ${maxBytes} bytes`));
      else done(null, part);
    },
  });
  // Both streams end together; the errors are those of the result.
  return pipeline(body, bounded, () => {});
}

function seenHeaders({ headers }: RawResponse, more: readonly string[]): Record<string, string> {
  const names = [...new Set([...SEEN_HEADERS, ...more])].toSorted();
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

function whole(status: number, headers: Record<string, string>, body: Buffer): FetchedResponse {
  const digest = sha256(Buffer.from(JSON.stringify([status, headers, sha256(body)])));
  return { status, headers, body, digest };
}

/** One answer, not read yet. */
export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

/** Sends one request; follows nothing. */
export type SendCall = (address: URL, options: SendOptions) => Promise<RawResponse>;

interface SendOptions {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Default `GET`. */
  method?: string;
  body?: Buffer | AsyncIterable<Uint8Array> | undefined;
}

/** Of the head of an answer, in bytes. */
const MAX_HEADERS = 16 * 1024;

/**
 * Connections to one upstream, kept open between calls.
 * @param timeoutMs limits what the call's signal does not: opening a connection, a body that stops.
 * @param bodyTimeout of a body that stops, in ms, where it may be silent for longer.
 */
export function openConnectionPool(connections: number, timeoutMs: number, bodyTimeout = timeoutMs) {
  const open = async () => {
    const { Agent } = await import('undici');
    return new Agent({
      connections,
      maxHeaderSize: MAX_HEADERS,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout,
    });
  };
  // Imported for the first call, so that the start of the gateway does not wait for the package.
  let opened: ReturnType<typeof open> | undefined;
  return {
    async send({ origin, pathname, search }: URL, options: SendOptions): Promise<RawResponse> {
      const { body = null, method = 'GET' } = options;
      const path = pathname + search;
      const agent = await (opened ??= open());
      // A body that arrives in parts, too (its types know no iterable).
      const answer = await agent.request({ ...options, origin, path, method, body: body as Buffer | null });
      // A destroyed body emits an error, which needs a listener.
      answer.body.on('error', () => {});
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    close: async () => (await opened)?.destroy(),
  };
}

const MAX_PATH = 2_000;
const MAX_QUERY = 4_000;
/** A path with nested encodings may be decoded by a server on the way. */
const MAX_DECODINGS = 4;
/** `..;x`: some servers cut the parameter off, and go up then. */
const DOTS = /^\.{1,2}(;|$)/;

/**
 * Where a call goes.
 * @param base of the upstream; its path ends with `/`.
 * @param path below it, beginning with `/`.
 * @returns the address, or why the path is none below the base.
 */
export function callAddress(
  base: URL,
  path: string,
  query: readonly [string, string][],
): { ok: true; address: URL } | { ok: false; reason: string } {
  const reason = pathDefect(path);
  if (reason !== undefined) return { ok: false, reason };
  const address = new URL(`${base.origin}${base.pathname.slice(0, -1)}${path}`);
  address.search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  if (address.search.length > MAX_QUERY) return { ok: false, reason: 'its query is too long' };
  return isBelow(base, address) ? { ok: true, address } : { ok: false, reason: LEAVES };
}

/** @returns whether an address is the base or below it. */
export function isBelow(base: URL, address: URL): boolean {
  return (
    address.origin === base.origin &&
    !address.username &&
    !address.password &&
    address.pathname.startsWith(base.pathname) &&
    pathDefect(address.pathname) === undefined
  );
}

const LEAVES = 'its path leaves the address of the upstream';

function pathDefect(path: string): string | undefined {
  if (!path.startsWith('/')) return 'its path does not begin with /';
  if (path.length > MAX_PATH) return 'its path is too long';
  if (/[?#]/.test(path)) return 'its path has a ? or # in it, which the query is for';
  let decoded = path;
  for (let times = 0; times < MAX_DECODINGS; times++) {
    // eslint-disable-next-line no-control-regex -- these characters split requests and names
    if (/[\\\x00-\x1f\x7f]/.test(decoded)) return 'its path has a character that no path may have';
    const segments = decoded.slice(1).split('/');
    if (segments.some((segment) => DOTS.test(segment))) return LEAVES;
    if (segments.slice(0, -1).includes('')) return 'its path has // in it';
    let next: string;
    try {
      next = decodeURIComponent(decoded);
    } catch {
      // A decoded path may hold a plain %.
      return times === 0 ? 'its path is not well encoded' : undefined;
    }
    if (next === decoded) return undefined;
    if (next.split('/').length !== segments.length + 1) return 'its path has an encoded / in it';
    decoded = next;
  }
  return 'its path is encoded many times over';
}
