import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { UpstreamSettings } from '../../../platform/settings/upstreams/upstream-settings.ts';
import { isBelow } from './call-address.ts';
import type { RawAnswer, SendCall } from './connection-pool.ts';

/** An answer that is as it should be, whole. */
export interface FetchedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Of status, headers and body. */
  digest: string;
}

/** What came is no answer. */
export class CallFailure extends Error {
  /** Whether another attempt may do better. */
  readonly passing: boolean;
  /** Whether it is of the whole upstream: else other paths may be answered well. */
  readonly down: boolean;
  constructor(reason: string, passing: boolean, down = false) {
    super(reason);
    this.passing = passing;
    this.down = down;
  }
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What is not there is told to the loader; any other 4xx is a mistake of the configuration. */
const ABSENT = new Set([404, 410]);
/** What says that it is overloaded, or what stands before it that it is not there. */
const DOWN = new Set([429, 502, 503, 504]);
const JSON_TYPE = /^application\/(json|[\w.-]+\+json)$/;
/** Never HTML: that is what a proxy's error page or a sign-in is. */
const TEXT_TYPE = /^(text\/(plain|markdown|csv|xml|calendar)|application\/(xml|[\w.-]+\+xml|yaml))$/;
const SEEN_HEADERS = ['content-type', 'content-language'];

/**
 * One attempt. Redirects are followed below the base of the upstream only.
 * @param traceparent of the call that it is part of.
 * @throws CallFailure, or what the connection throws
 */
export async function fetchAnswer(
  address: URL,
  upstream: Pick<UpstreamSettings, 'base' | 'headers' | 'maxBytes' | 'answerHeaders'>,
  { send, signal, traceparent }: { send: SendCall; signal: AbortSignal; traceparent?: string | undefined },
): Promise<FetchedAnswer> {
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
    if (!isBelow(upstream.base, target)) throw new CallFailure('it redirects to another place', false);
    at = target;
  }
  throw new CallFailure('it redirects time and again', false);
}

function redirectOf({ status, headers: { location } }: RawAnswer, from: URL): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from))
    throw new CallFailure(`status ${status} without a place`, false);
  return new URL(location, from);
}

async function readAnswer(
  answer: RawAnswer,
  { maxBytes, answerHeaders }: Pick<UpstreamSettings, 'maxBytes' | 'answerHeaders'>,
): Promise<FetchedAnswer> {
  const { status } = answer;
  const [type = ''] = String(answer.headers['content-type'] ?? '').split(';');
  const media = type.trim().toLowerCase();
  try {
    if (ABSENT.has(status)) return whole(status, {}, Buffer.alloc(0));
    if (status !== 200 && status !== 204)
      throw new CallFailure(`status ${status}`, status === 500 || DOWN.has(status), DOWN.has(status));
    const encoding = answer.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      throw new CallFailure('it is compressed, though that was not asked for', false);
    if (status === 200 && !JSON_TYPE.test(media) && !TEXT_TYPE.test(media))
      throw new CallFailure(`its type is ${media.slice(0, 60) || 'not said'}`, false);
    const body = await readBody(answer, maxBytes);
    if (status === 200 && JSON_TYPE.test(media)) assertJson(body);
    return whole(status, seenHeaders(answer, answerHeaders), body);
  } finally {
    answer.body.destroy();
  }
}

async function readBody({ headers, body }: RawAnswer, maxBytes: number): Promise<Buffer> {
  const tooLarge = new CallFailure(`it is larger than ${maxBytes} bytes`, false);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function assertJson(body: Buffer): void {
  try {
    JSON.parse(body.toString('utf8'));
  } catch {
    throw new CallFailure('it is not JSON, though it says so', false);
  }
}

function seenHeaders({ headers }: RawAnswer, more: readonly string[]): Record<string, string> {
  const names = [...new Set([...SEEN_HEADERS, ...more])].toSorted();
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

function whole(status: number, headers: Record<string, string>, body: Buffer): FetchedAnswer {
  const digest = sha256(Buffer.from(JSON.stringify([status, headers, sha256(body)])));
  return { status, headers, body, digest };
}
